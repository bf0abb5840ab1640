/** How long a browser may take to begin reading what it saves. */
const READ_MS = 10_000;

/** Lets the reader save a text as a file. */
export function downloadText(fileName: string, text: string, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href: url, download: fileName }).click();
  setTimeout(() => URL.revokeObjectURL(url), READ_MS);
}
