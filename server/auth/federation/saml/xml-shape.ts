import { type CodedText, defineTexts } from "../../../kernel/texts/define";

export const providerTexts = defineTexts("provider", {
  saml_too_long: "The SAML response is too long.",
  saml_doctype: "The SAML response has a document type.",
  saml_comment: "The SAML response holds a comment.",
  saml_markup: "The SAML response holds a CDATA section or other markup.",
  saml_instruction: "The SAML response holds a processing instruction.",
  saml_long_attribute: "The SAML response holds an attribute that is too long.",
  saml_too_deep: "The SAML response is nested too deeply.",
  saml_many_elements: "The SAML response holds too many elements.",
  saml_many_attributes: "The SAML response holds too many attributes.",
  saml_many_namespaces: "The SAML response declares too many namespaces.",
  saml_malformed: "The SAML response is not well-formed XML.",
});

/*
 * Checks untrusted XML before a parser reads it. The check is one pass over the text, without a tree, in time
 * proportional to the length. It accepts only small, well-formed XML of the constructs that SAML needs
 * (elements, attributes, text), so that all parsers read the same content.
 */

/** Limits of an answer. An answer with a thousand groups of a person is within these limits. */
export const mostXml = {
  characters: 180_000,
  elements: 1_500,
  /** Maximum number in the whole document, including declarations of namespaces. */
  attributes: 4_000,
  attributesOfElement: 32,
  /**
   * Maximum length of an attribute's value in characters. Values are addresses, ids, and lists of prefixes, which
   * canonicalization searches.
   */
  value: 2_000,
  /**
   * Maximum number of declarations in the whole document. Many providers declare two namespaces with each value of an attribute.
   */
  namespaces: 2_100,
  /** Maximum number of declarations in one element and its ancestors. Canonicalization reads all of them for each element. */
  namespacesInScope: 40,
  depth: 32,
};

const DECLARATION =
  /^\uFEFF?<\?xml version=["']1\.0["'](?: encoding=["']utf-8["'])?(?: standalone=["'](?:yes|no)["'])?[ \t\r\n]*\?>/i;
const NAME = "[\\p{L}_][\\p{L}\\p{N}_.\\-·]*(?::[\\p{L}_][\\p{L}\\p{N}_.\\-·]*)?";
const OPENING = new RegExp(`<(${NAME})`, "uy");
const CLOSING = new RegExp(`</(${NAME})[ \\t\\r\\n]*>`, "uy");
const ATTRIBUTE = new RegExp(`[ \\t\\r\\n]+(${NAME})[ \\t\\r\\n]*=[ \\t\\r\\n]*("[^"<]*"|'[^'<]*')`, "uy");
const END = /[ \t\r\n]*(\/?)>/y;
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const BLANK = /^[ \t\r\n]*$/;
const REFERENCE = /&(?:(?:lt|gt|amp|apos|quot);|#(\d{1,7});|#x([\da-f]{1,6});)?/giu;

const MALFORMED = providerTexts.saml_malformed();

/**
 * Returns the reason why this text must not be parsed, for example providerTexts.saml_doctype(). Returns null for an acceptable
 * text.
 */
export function shapeProblem(xml: string): CodedText | null {
  if (xml.length > mostXml.characters) return providerTexts.saml_too_long();
  const begin = DECLARATION.exec(xml)?.[0].length ?? 0;
  const unwanted = unwantedMarkup(xml, begin);
  if (unwanted !== null) return unwanted;
  if (NOT_XML.test(xml) || !referencesAreGood(xml)) return MALFORMED;
  return new Scan(xml).from(begin);
}

/**
 * Returns the reason to refuse constructs that SAML does not need; null if there are none. Attackers have used them to make two
 * parsers read different documents.
 */
function unwantedMarkup(xml: string, begin: number): CodedText | null {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) return providerTexts.saml_doctype();
  if (xml.includes("<!--")) return providerTexts.saml_comment();
  if (xml.includes("<!")) return providerTexts.saml_markup();
  return xml.includes("<?", begin) ? providerTexts.saml_instruction() : null;
}

/** Returns true if all references are to characters or to the five predefined entities. */
function referencesAreGood(xml: string): boolean {
  for (const [reference, decimal, hexadecimal] of xml.matchAll(REFERENCE)) {
    if (reference === "&") return false;
    const digits = decimal ?? hexadecimal;
    if (digits === undefined) continue;
    const code = Number.parseInt(digits, decimal === undefined ? 16 : 10);
    if (code > 0x10ffff || NOT_XML.test(String.fromCodePoint(code))) return false;
  }
  return true;
}

interface Open {
  name: string;
  /** Number of namespace declarations in scope. */
  inScope: number;
  prefixes: ReadonlySet<string>;
}

interface Attribute {
  name: string;
  value: string;
}

const prefixOf = (name: string) => (name.includes(":") ? name.slice(0, name.indexOf(":")) : null);
const isDeclaration = ({ name }: Attribute) => name === "xmlns" || name.startsWith("xmlns:");

/** Checks elements and attributes in one pass. */
class Scan {
  private readonly open: Open[] = [];
  private roots = 0;
  private elements = 0;
  private attributes = 0;
  private namespaces = 0;

  constructor(private readonly xml: string) {}

  from(begin: number): CodedText | null {
    let at = begin;
    while (at < this.xml.length) {
      const next = this.xml.indexOf("<", at);
      const text = this.xml.slice(at, next === -1 ? undefined : next);
      // Text must not contain the end of a CDATA section (XML 1.0 §2.4).
      if ((this.open.length === 0 && !BLANK.test(text)) || text.includes("]]>")) return MALFORMED;
      if (next === -1) break;
      const after = this.xml[next + 1] === "/" ? this.closing(next) : this.opening(next);
      if (typeof after !== "number") return after;
      at = after;
    }
    return this.roots === 1 && this.open.length === 0 ? null : MALFORMED;
  }

  /** Returns the end of the closing tag, or the reason why it is refused. */
  private closing(at: number): number | CodedText {
    CLOSING.lastIndex = at;
    const found = CLOSING.exec(this.xml);
    return found && this.open.pop()?.name === found[1] ? CLOSING.lastIndex : MALFORMED;
  }

  /** Returns the end of the opening tag, or the reason why it is refused. */
  private opening(at: number): number | CodedText {
    OPENING.lastIndex = at;
    const name = OPENING.exec(this.xml)?.[1];
    if (name === undefined) return MALFORMED;
    const { attributes, end } = this.attributesAt(OPENING.lastIndex);
    const declared = attributes.filter(isDeclaration);
    const parent = this.open.at(-1);
    const inScope = (parent?.inScope ?? 0) + declared.length;
    this.elements += 1;
    this.attributes += attributes.length;
    this.namespaces += declared.length;
    if (attributes.some(({ value }) => value.length > mostXml.value))
      return providerTexts.saml_long_attribute();
    const excess = this.excess(attributes.length, inScope);
    if (excess !== null) return excess;
    END.lastIndex = end;
    const ended = END.exec(this.xml);
    const prefixes = prefixesUnder(parent?.prefixes ?? new Set(["xml"]), declared);
    if (!ended || prefixes === null || !namesAreGood(name, attributes, prefixes)) return MALFORMED;
    if (parent === undefined) this.roots += 1;
    if (ended[1] === "") this.open.push({ name, inScope, prefixes });
    return END.lastIndex;
  }

  private attributesAt(at: number) {
    const attributes: Attribute[] = [];
    let end = at;
    ATTRIBUTE.lastIndex = at;
    for (let found = ATTRIBUTE.exec(this.xml); found; found = ATTRIBUTE.exec(this.xml)) {
      attributes.push({ name: found[1]!, value: found[2]!.slice(1, -1) });
      end = ATTRIBUTE.lastIndex;
      if (attributes.length > mostXml.attributesOfElement) break;
    }
    return { attributes, end };
  }

  private excess(ofElement: number, inScope: number): CodedText | null {
    const { depth, elements, attributes, attributesOfElement, namespaces, namespacesInScope } = mostXml;
    if (this.open.length >= depth) return providerTexts.saml_too_deep();
    if (this.elements > elements) return providerTexts.saml_many_elements();
    if (this.attributes > attributes || ofElement > attributesOfElement)
      return providerTexts.saml_many_attributes();
    return this.namespaces > namespaces || inScope > namespacesInScope
      ? providerTexts.saml_many_namespaces()
      : null;
  }
}

/** Returns the prefixes that are bound within an element. Returns null if a binding is invalid (Namespaces in XML 1.0 §3). */
function prefixesUnder(
  around: ReadonlySet<string>,
  declared: readonly Attribute[],
): ReadonlySet<string> | null {
  const bound = declared.filter(({ name }) => name !== "xmlns");
  if (bound.length === 0) return around;
  const prefixes = new Set(around);
  for (const { name, value } of bound) {
    const prefix = name.slice("xmlns:".length);
    if (value === "" || prefix === "xml" || prefix === "xmlns") return null;
    prefixes.add(prefix);
  }
  return prefixes;
}

/** Returns true if each prefix is bound and no attribute occurs twice. */
function namesAreGood(name: string, attributes: readonly Attribute[], prefixes: ReadonlySet<string>) {
  const isBound = (one: string) => {
    const prefix = prefixOf(one);
    return prefix === null || prefixes.has(prefix);
  };
  const plain = attributes.filter((attribute) => !isDeclaration(attribute));
  return (
    isBound(name) &&
    plain.every((attribute) => isBound(attribute.name)) &&
    new Set(attributes.map((attribute) => attribute.name)).size === attributes.length
  );
}
