package compile

import "strings"

// foreignFrequency says how often a word or, in scripts without blanks and in
// Hangul, a character stands in 10,000 of its language: the most that any of
// Chinese, Spanish, French, German, Portuguese, Russian, Japanese and Korean
// shows in translated manual pages, which speak of files, options and users as
// tool descriptions do.
func foreignFrequency() map[string]int {
	m := map[string]int{}
	for n, words := range map[int]string{
		300: "ao de der die e el la o す の ま ー 的 니 다 이",
		100: "archivo com con das del den des du em en est et fichier le les mit nicht os par para que se ser sie " +
			"um und von y zu в для и не с файл い が さ し た て で と な に は る れ を ァ イ ス ッ ト ド フ プ ル ン 不 使 文 用 가 기 는 로 를 " +
			"리 사 서 수 스 습 시 에 용 은 을 의 일 정 제 지 파 하 한 합 해",
		50: "al als arquivo auf aus como da dans datei dateien diese ein es esta etre falls fichero fichiers fur " +
			"las los n nao ne pas pode por puede qui si sont wenn если на файла あ う か き く こ せ ら り ん オ ク グ コ シ ジ バ " +
			"パ マ ョ ラ 一 个 中 以 件 入 到 可 合 在 場 字 定 式 户 数 是 有 法 能 行 값 경 고 과 나 대 도 동 드 만 면 명 모 보 설 식 않 어 없 으 인 입 자 전 터 " +
			"트 필 할",
		20: "alle archivos argumento arquivos au befehl bei ce cela cette comando commande comme cuando dados " +
			"dass debe dem deve dies dos durch einem einen entorno este esto exemplo falta ficheiro ficheiros " +
			"ficheros hay il im isso isto keine l mais muestra nach opcao opcion orden ordenes padrao peut podem " +
			"quando sao sin sind sistema usar valeur valor variable vers verwenden verwendet vous wie zum все " +
			"значение из использовать к как ключ команда команды от параметр после при файлов файлы что чтобы " +
			"этот え け そ だ っ つ み め も よ わ ア ィ キ サ セ タ テ デ ム メ レ ロ ワ 上 下 为 于 令 会 作 信 値 值 出 列 前 力 加 動 包 参 取 变 号 同 后 命 " +
			"変 如 存 它 実 密 对 将 已 引 所 手 指 换 改 无 时 更 書 未 本 格 模 此 無 目 码 示 程 系 统 置 者 表 要 設 设 输 这 选 配 量 開 需 面 거 검 게 결 계 " +
			"그 내 너 단 데 들 때 라 려 력 령 록 메 며 무 문 미 바 버 본 부 비 상 세 소 실 아 야 여 예 오 와 요 우 원 위 유 음 작 장 적 조 주 진 체 출 치 타 프 행 " +
			"환",
		10: "abrir affiche ambiente anderen antes argumentos aux base beim beispiel benutzer benutzt cache cada " +
			"cambiar caso ces change chaque charge clave dann daten datos defaut despues dieses doit donnees " +
			"eines ejecutar ejemplo especificado ex exemple forma funcion ha hat indique lesen lo lors muss non " +
			"ohne p pelo peuvent prioridad pueden qualquer quand sans sem setzen soit son sous standard systeme " +
			"tem texto tiene todas tous toutes uber usa usuario utilise utiliser utiliza utilizador vez ya а без " +
			"вместо вы данных должен значения использования ключи команд например нельзя номер окружения открыть " +
			"параметра параметры пароль перед пользователя случае функции это этом ど ば べ ザ チ ブ ペ ユ 些 任 位 何 你 保 個 " +
			"全 其 内 写 函 则 初 制 削 动 匹 口 只 含 告 執 報 境 复 安 容 対 帳 常 并 库 应 建 开 当 录 後 得 必 您 情 成 打 执 据 接 提 換 支 數 方 明 時 最 查 " +
			"标 検 次 每 為 照 环 現 理 确 类 終 組 統 终 自 號 被 語 読 认 词 该 请 读 账 起 转 込 过 通 選 部 錄 関 除 须 默 같 개 건 공 구 당 되 된 든 따 래 러 " +
			"른 마 못 반 번 변 별 선 신 십 안 알 영 저 참 처 추 템 통 패 함 했 호 히",
	} {
		for w := range strings.FieldsSeq(words) {
			m[w] = n
		}
	}
	return m
}
