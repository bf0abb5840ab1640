/** Returns the text in base64, as a form sends a SAML answer. */
export const base64 = (text: string) => Buffer.from(text).toString("base64");

const RESPONSE =
  '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r">';

/** Returns an unsigned SAML response with this content. */
export const response = (inner: string) => `${RESPONSE}${inner}</samlp:Response>`;

/** Returns `count` texts, joined. */
export const many = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => of(i)).join("");

/** XML whose parsing costs much more than its length suggests, by description. */
export const bombs: [what: string, xml: string][] = [
  ["90,000 empty elements", "<e/>".repeat(90_000)],
  ["as many elements as go into the longest answer", "<e/>".repeat(44_000)],
  ["elements nested 20,000 deep", "<a>".repeat(20_000) + "</a>".repeat(20_000)],
  ["15,000 attributes", `<e${many(15_000, (i) => ` a${i}=""`)}/>`],
  ["an attribute of 170,000 characters", `<e a="${"x".repeat(170_000)}"/>`],
  ["declarations of 8,000 namespaces", many(270, (j) => `<e${many(30, (i) => ` xmlns:n${i}="u:${j}"`)}/>`)],
  [
    "namespaces declared anew at each level",
    `<e${many(30, (i) => ` xmlns:n${i}="u"`)}>`.repeat(20) + "</e>".repeat(20),
  ],
  ["a tag of 170,000 blanks", `<e${" ".repeat(170_000)}`],
  ["a tag that never ends", `<e a="${"<e a=".repeat(20_000)}`],
  ["100,000 comments' beginnings", "<!--".repeat(40_000)],
  ["100,000 ampersands", "&".repeat(100_000)],
];
