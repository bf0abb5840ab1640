/**
 * Returns the nonce in the Content-Security-Policy of the loaded page. Browsers hide the nonce in the markup and expose it only
 * to scripts.
 */
export const nonceOfDocument = (): string | undefined =>
  document.querySelector<HTMLElement>("script[nonce]")?.nonce || undefined;

/**
 * Sets the nonce of the page on style elements that scripts create. Several libraries (messages, dialogs, the editor) create
 * such elements, but few libraries accept a nonce. Style elements from injected HTML get no nonce.
 */
export function giveStylesTheNonce() {
  const nonce = nonceOfDocument();
  if (nonce === undefined) return;
  const create = document.createElement.bind(document);
  const createWithNonce = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
  document.createElement = createWithNonce;
}
