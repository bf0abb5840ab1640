// Lint rules of this project, loaded by .oxlintrc.jsonc.
import { slowParts } from "./regexps.mjs";

/** Names of products and languages, which are the same in every language. */
const names = [
  "Castellan",
  "Google Workspace",
  "Microsoft Entra ID",
  "Next\\.js",
  "Node",
  "Okta",
  "Python",
  "Angular",
  "Argo CD",
  "Django",
  "Go",
  "Grafana",
  "Kubernetes",
  "Laravel",
  "Nextcloud",
  "React",
  "Spring Boot",
  "Vue",
  "Deutsch",
  "English",
];
const SENTENCE = `/^(?!(${names.join("|")})$)[A-Z][a-z]+([ ,.:;?!…]|$)/`;
const saidToPrograms = [
  "TSLiteralType",
  "ImportDeclaration",
  // A compared value: a pressed key, or the name of a method.
  "BinaryExpression[operator=/^[!=]==$/]",
  "SwitchCase",
  "CallExpression[callee.property.name='includes']",
  "MemberExpression[property.name='includes'] > ArrayExpression",
  // A name of a foreign format: an attribute of XML, or a kind of GeoJSON.
  "CallExpression[callee.property.name='getAttribute']",
  "Property[key.name='type']",
];
const translated = ["CallExpression[callee.name='t']", "CallExpression[callee.object.name='t']"];

/**
 * Rules that refuse what matches a selector of the syntax tree.
 * @type {Record<string, { selectors: string[], message: string }>}
 */
const patterns = {
  /*
   * Texts for people must come from the catalogues: `t("…")` of useExtracted or getExtracted. These selectors match other texts, as
   * far as a text differs from keys and class names: words between tags, props with texts, and literals that begin like a sentence,
   * unless only a program reads them.
   */
  "translated-text": {
    selectors: [
      "JSXText[value=/[A-Za-z]{2}/]",
      "JSXAttribute[name.name=/^(title|label|aria-label|placeholder|alt|description|hint|message|summary|what|text)$/] > Literal[value=/[A-Za-z]{2}/]",
      `:not(${[...saidToPrograms, ...translated].join(", ")}) > Literal:not(.key)[value=${SENTENCE}]`,
      "TemplateElement[value.raw=/^[A-Z][a-z]+ [a-z]/]",
    ],
    message: "Take the text from a catalogue: t(…) of useExtracted or getExtracted.",
  },
  /** `isError` is also true if a refetch failed, although the query has data that a form may show. */
  "no-is-error": {
    selectors: ["MemberExpression[property.name='isError']", "ObjectPattern > Property[key.name='isError']"],
    message: "isError is also true if there is data: show the data (NotLoaded, isLoadingError).",
  },
  /** A literal that is spread into a literal of the same kind. */
  "no-packed-literal": {
    selectors: [
      "ObjectExpression > SpreadElement > ObjectExpression",
      "ArrayExpression > SpreadElement > ArrayExpression",
    ],
    message: "Write the content of this literal in the outer one.",
  },
  "keyboard-only": {
    selectors: [
      "CallExpression[callee.property.name=/^(click|dblclick|check|uncheck|setChecked|hover|tap|fill|clear|selectOption|dragTo)$/]",
      "MemberExpression[property.name='mouse']",
    ],
    message: "These tests use the keyboard only: keys.to, keys.press, keys.type.",
  },
};

/** Returns the variable that an identifier names. */
function variableOf(node, sourceCode) {
  for (let scope = sourceCode.getScope(node); scope; scope = scope.upper)
    if (scope.set.has(node.name)) return scope.set.get(node.name);
  return undefined;
}

/** Returns the value of an expression of texts and constants, or undefined if the program computes it. */
function textOf(node, sourceCode) {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node.type === "TemplateLiteral" || node.type === "TaggedTemplateExpression") {
    const isRaw = node.type === "TaggedTemplateExpression";
    if (isRaw && sourceCode.getText(node.tag) !== "String.raw") return undefined;
    const { quasis, expressions } = isRaw ? node.quasi : node;
    const texts = quasis.map(({ value }) => (isRaw ? value.raw : value.cooked));
    const values = expressions.map((expression) => textOf(expression, sourceCode));
    return values.includes(undefined)
      ? undefined
      : texts.reduce((text, part, index) => text + values[index - 1] + part);
  }
  if (node.type === "BinaryExpression" && node.operator === "+") {
    const sides = [textOf(node.left, sourceCode), textOf(node.right, sourceCode)];
    return sides.includes(undefined) ? undefined : sides.join("");
  }
  if (node.type !== "Identifier") return undefined;
  const declared = variableOf(node, sourceCode)?.defs[0];
  return declared?.type === "Variable" && declared.parent.kind === "const" && declared.node.init
    ? textOf(declared.node.init, sourceCode)
    : undefined;
}

const searches = new Set(["match", "matchAll", "split", "replace", "replaceAll", "search"]);
/** Tells whether a regular expression is only used to search, and nothing is appended to it. */
function isUsedWhole(node, sourceCode) {
  const { parent } = node;
  if (parent.type === "MemberExpression" && parent.object === node) return parent.property.name !== "source";
  if (parent.type === "CallExpression" && parent.arguments[0] === node)
    return parent.callee.type === "MemberExpression" && searches.has(parent.callee.property.name);
  if (parent.type !== "VariableDeclarator" || parent.id.type !== "Identifier") return false;
  if (parent.parent.parent.type === "ExportNamedDeclaration") return false;
  const uses = variableOf(parent.id, sourceCode).references.filter(({ init }) => !init);
  return uses.length > 0 && uses.every(({ identifier }) => isUsedWhole(identifier, sourceCode));
}

/** Refuses regular expressions that take more than linear time. scripts/lib/regexps.mjs finds them. */
const linearRegexp = {
  create: (context) => {
    const { sourceCode } = context;
    const check = (node, source, flags) => {
      // The flags of a computed expression may be unknown. A wrong pattern fails where it is used.
      if (source === undefined || flags === undefined || slowParts({ source, flags }, false).length === 0)
        return;
      for (const part of slowParts({ source, flags }, isUsedWhole(node, sourceCode)))
        context.report({
          node,
          message: `${part} takes more than linear time. Write it otherwise, or trim with kernel/strings/trim.ts.`,
        });
    };
    return {
      "Literal[regex]": (node) => check(node, node.regex.pattern, node.regex.flags),
      "NewExpression[callee.name='RegExp'], CallExpression[callee.name='RegExp']": (node) => {
        const [source, flags] = node.arguments;
        if (source) check(node, textOf(source, sourceCode), flags ? textOf(flags, sourceCode) : "");
      },
    };
  },
};

const refuse = ({ selectors, message }) => ({
  create: (context) =>
    Object.fromEntries(selectors.map((selector) => [selector, (node) => context.report({ node, message })])),
});

export default {
  meta: { name: "castellan" },
  rules: {
    ...Object.fromEntries(Object.entries(patterns).map(([name, pattern]) => [name, refuse(pattern)])),
    "linear-regexp": linearRegexp,
  },
};
