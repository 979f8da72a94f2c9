# Sourced by action.yml: fetches a released theriac, or says what a build needs.
# Outputs: built (a program is there), go (a Go is), sources (a key for the cache of a build).
set -euo pipefail
mkdir -p "$RUNNER_TEMP/theriac-action"

case "$RUNNER_OS" in
  Linux) os=linux suffix=tar.gz ;;
  macOS) os=darwin suffix=tar.gz ;;
  Windows) os=windows suffix=zip ;;
esac
case "$RUNNER_ARCH" in
  ARM64) arch=arm64 ;;
  *) arch=amd64 ;;
esac

built=false
if [[ "$ACTION_REF" =~ ^v[0-9]+\.[0-9]+\.[0-9]+ ]] && command -v gh >/dev/null; then
  archive="theriac_${ACTION_REF#v}_${os}_${arch}.${suffix}"
  folder=$(mktemp -d "$RUNNER_TEMP/theriac-release.XXXXXX")
  if gh release download "$ACTION_REF" --repo "$ACTION_REPOSITORY" --pattern "$archive" --dir "$folder" 2>/dev/null; then
    # A release without an attestation of its own workflow is not used, and that is no reason to go on in silence.
    if ! gh attestation verify "$folder/$archive" --repo "$ACTION_REPOSITORY" --signer-workflow "$ACTION_REPOSITORY/.github/workflows/release.yml"; then
      echo "::error title=theriac could not run::The attestation of $archive does not hold: it is not what the release workflow of $ACTION_REPOSITORY built."
      exit 1
    fi
    if [ "$suffix" = zip ]; then
      unzip -q -o "$folder/$archive" -d "$folder"
    else
      tar -xzf "$folder/$archive" -C "$folder"
    fi
    mv "$folder"/theriac "$RUNNER_TEMP/theriac-action/" 2>/dev/null || mv "$folder"/theriac.exe "$RUNNER_TEMP/theriac-action/"
    built=true
  fi
fi

go=false
if command -v go >/dev/null && go version | grep -Eq 'go1\.(2[1-9]|[3-9][0-9])'; then
  go=true # from 1.21 on, go fetches the version that go.mod names
fi
sources=$(cd "$GITHUB_ACTION_PATH" && find . \( -name '*.go' -o -name go.mod -o -name go.sum \) -type f -print0 | LC_ALL=C sort -z | xargs -0 cat | git hash-object --stdin)
{
  echo "built=$built"
  echo "go=$go"
  echo "sources=$sources"
} >> "$GITHUB_OUTPUT"
