/** Returns the text with its parameters. A name without a parameter stays as it is. Safe for the browser. */
export const withParams = (text: string, params: Readonly<Record<string, string | number>>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : whole,
  );

/** Returns the names of the parameters in a text, sorted. */
export const paramsIn = (text: string) =>
  [...new Set(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name))].sort();
