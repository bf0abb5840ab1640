/** Returns the nonce in the policy of the loaded page. Browsers show it only to scripts, not in the markup. */
export const nonceOfDocument = (): string | undefined =>
  document.querySelector<HTMLElement>("script[nonce]")?.nonce || undefined;

/**
 * Sets the page's nonce on style elements that scripts create. Several libraries (messages, dialogs, the editor) add styles this
 * way, and few accept a nonce. Style elements in HTML text, as from an injection, get none.
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
