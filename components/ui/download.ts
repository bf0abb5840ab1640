/** Time that the browser gets to start reading the file, in milliseconds. */
const READ_MS = 10_000;

/** Downloads a text as a file. */
export function downloadText(fileName: string, text: string, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href: url, download: fileName }).click();
  setTimeout(() => URL.revokeObjectURL(url), READ_MS);
}
