package foldgen

// Look-alikes are letters of other scripts that a reader takes for a Latin
// letter. The idea is that of UTS #39 (Unicode Security Mechanisms, section 4,
// Confusable Detection); the list is our own and kept to letters that people
// really swap, because every entry costs honest text in its script.
//
// Each entry is a run of pairs: the foreign letter, then the Latin one.

// near holds letters that can hardly be told from the Latin one in a common
// font. A word made of nothing else may be a whole word in disguise.
var near = []string{
	// Cyrillic
	"аaеeоoрpсcхxуyіiјjѕsһhԁdԛqԝwѵvкkтtмmӏlүyұyԍg",
	"АAВBЕEКKМMНHОOРPСCТTХXУYІIЈJЅSӀIԚQԜWѴVҮYҰYԌG",
	// Greek
	"αaοoνvιiκkρpυuγyχxϲcϳj",
	"ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXϹCͿJ",
	// Armenian
	"օoսuոnհhցgզqյjլlՕOՍUՏSԼL",
	// Georgian
	"ჿo",
	// Cherokee, large and small
	"ᎠDᎡRᎢTᎥiᎪAᎫJᎬEᎳWᎷMᎻHᎽYᏀGᏃZᏟCᏙVᏚSᏞLᏢPᏦKᏏbᏒRᏔWᏕSᏧdᏴBᏻG",
	"ꭰdꭱrꭲtꭵiꭺaꭻjꭼeꮃwꮇmꮋhꮍyꮐgꮓzꮯcꮩvꮪsꮮlꮲpꮶkꮟbꮢrꮤwꮥsꮷd",
	// Lisu
	"ꓐBꓑPꓓDꓔTꓖGꓗKꓙJꓚCꓜZꓝFꓟMꓠNꓡLꓢSꓣRꓦVꓧHꓪWꓫXꓬYꓮAꓰEꓲIꓳOꓴU",
	// Coptic
	"ⲞOⲟoⲢPⲣpⲤCⲥcⲬXⲭxⲔKⲕkⲘMⲚNⲎHⲒIⲓiⲦTⲨYⲂBⲌZ",
	// Canadian syllabics and runes, as fancy-text generators use them
	"ᗅAᗩAᗷBᑕCᗞDᗪDᗴEᖴFᘜGᕼHᒍJᒪLᗰMᑎNᗝOᑭPᑫqᖇRᔕSᑌUᐯVᗯWᘔZᛕKᛖMᚷX",
	// Deseret, Tifinagh, Old Italic
	"𐐄O𐐬o𐐕C𐐽c𐐛L𐑈sⵏlⵔOⵝXⴹE𐌀A𐌁B𐌂C𐌄E𐌉I𐌕T𐌗X",
}

// far holds letters that are read as the Latin one only in company: inside a
// word that has Latin letters too. A word of its own script uses them freely.
var far = []string{
	// Cyrillic
	"нhвbпnгrґrиuьbъbяrшwщwцuѡwғfдdбbэeћhђhҺHИNЯRПNГrШWЩWҒFДDЬbЭE",
	// Greek; no mu, which stands before Latin units (μs, μg)
	"εeηnτtωwβbςsσoπnςsφoΛAΠn",
	// Armenian
	"աwեtգqռnղnւlքpՈnԱU",
	// Hebrew, Georgian, digits that look like an o
	"סoןlყy०o੦o௦o౦o೦o൦o",
}
