/** The nonce that the loaded page's policy knows; browsers show it to scripts alone, not in the markup. */
export const nonceOfDocument = (): string | undefined =>
  document.querySelector<HTMLElement>("script[nonce]")?.nonce || undefined;

/**
 * Gives the page's nonce to style elements that scripts make: several libraries (messages, dialogs, the editor) add their styles
 * so, and few can be told a nonce. Styles that come as text, as injected ones do, get none.
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
