import { readFileSync, readdirSync } from "node:fs";
import ts from "typescript";
import { isSystemLabel } from "@/server/kernel/system-labels";

/** A text for people. `{0}`, `{1}` … are its interpolated parts. */
export interface UncodedText {
  text: string;
  /** `file:line`. */
  place: string;
}

const FOLDERS =
  /^server\/((domain|platform|kernel|auth|trpc|outbox|ports|store|pdf|files|scim)\/|http\/(errors|limits|render|console-download)\.ts$)/;

/** Files with forms of the console and their own schemas. Only the messages of schemas are collected. */
const PAGES = /^app\/.+\.tsx?$/;
const SCHEMA_WORDS = /^(string|int|number|enum|min|max|length|regex|refine)$/;

/** Files whose texts are not for people in the console, or have their own translation. */
const LEFT_OUT = [
  /(\.test\.tsx?|\/testing\.ts)$/,
  // Mails and text messages: words-de.ts translates words-en.ts.
  /domain\/messages\/(words-..|wording|compose)\.ts$/,
  /domain\/tenant-config\/mail-look\.schema\.ts$/,
  // Results of forms on the account page, which has its own words for them.
  /auth\/account\/forms\.ts$/,
  // Texts for OAuth clients and their developers, and HTML pages outside the console.
  /auth\/oidc\//,
  /auth\/browser\/browser-binding\.ts$/,
  /auth\/sessions\/people\.ts$/,
  // The self-description of the SCIM interface.
  /scim\/discovery\.ts$/,
  // The table behind docs/rights.md.
  /kernel\/operation\/person-changes\.ts$/,
  // XML and PEM for other programs.
  /auth\/federation\/saml\/metadata\.ts$/,
  /ports\/certificates\.ts$/,
  // CSS, PDF, SVG, SQL and lists of reserved names.
  /pdf\/(css\/(defaults|shorthands)|boxes\/(hints|controls)|paint\/(pen|shading|tiles|font-in-file))\.ts$/,
  /kernel\/operation\/audit-chain\.ts$/,
  // Lines of the log, and of a failed start.
  /(kernel\/strings\/log-text|ports\/log|outbox\/clock-check)\.ts$/,
  // Refusals of fields. Their German is in field.de.json beside them.
  /kernel\/texts\/field\.ts$/,
  // The table behind docs/risk.md.
  /domain\/risk\/alert-types\.ts$/,
  // Registries with their texts in all languages.
  /kernel\/(events\/|(system-labels|user-fields)\.ts$)/,
  /domain\/(access-rules\/rule-words|sign-in-methods\/factor-kinds)\.schema\.ts$/,
  // The sentence of notFound is collected at its calls, with the inserted words.
  /kernel\/errors\.ts$/,
  /store\/(?!errors)/,
  /platform\/slug\.ts$/,
  // Names of products, and expressions.
  /domain\/app-claims\/presets\.schema\.ts$/,
];

/** Files whose errors are shown although they are not refusals: the connection test of a provider shows the error. */
const SHOWN_ERRORS = /auth\/federation\//;

/** Errors for developers and operators. */
const INTERNAL = /^(Range|Type|Syntax|Config)?Error$/;

/** Modules of kinds. Their member `words` has texts in all languages. */
const KIND_MODULES = /domain\/(access-rules\/types\/|federation\/\w+\/\w+\.schema\.ts$)/;

/**
 * Calls whose arguments no person in the console reads: documentation, comparisons, logs. `defineTexts` and
 * `defineRefusals` declare texts with codes, whose German is in de.json.
 */
const UNREAD_CALL =
  /(^|\.)(defineTexts|defineRefusals|describe|meta|startsWith|endsWith|includes|split|join|replace|has|createSideJobs)$/;
const LOG_CALL = /(^|\.)log(ger)?\??\.\w+$/;

/** Texts of protocols and keys of maps that contain a space. */
const UNREAD = [
  /^[\w.+-]+\/[\w.+-]+; /,
  /^(Bearer|DPoP|Basic)\b/,
  /^https:/,
  /^-----BEGIN /,
  /^[A-Z]+(, [A-Z]+)+$/,
  /^(:is\(|@page |@media )/,
  // Gradients.
  /^(to \{0\}|\{0\} at \{1\})$/,
  // Sample text for a font.
  /^Aag 10 fi$/,
  /^(openid|read:user|castellan) /,
  /^(user|app|tag|ready|approve|sign-in|passkey|handle|send|translate|scale)\b[^.]*$/,
  /(Max-Age=|; Secure|filename=|; t=)/,
  /^(Manage|Read)[A-Z]\w+$/,
  /^People who lose access by it/,
  /^vacuum /,
  // SQL of the look-up of clients (auth/oidc/clients.ts).
  /^\s*select (case when|'client_secret' as) /,
  /^GET and POST$/,
  // A message of the HTTP server, for comparison.
  /^Client connection prematurely closed\.$/,
  // Test data that no page shows, names of brands, parts of names, and errors that callers convert.
  /^(It works\.|Microsoft Entra ID|<\{0\} style>|only texts and forms are sent|Too much work is waiting\.|The memory for bodies is used up\.)$/,
  // The name of a browser, which the pages translate (components/ui/format/use-browser-name.ts).
  /^(Unknown browser|on \{0\})$/,
  // Act-as in the log (domain/audit/logged-event.ts translates it).
  /^, acting as$/,
  // Reasons of ended authorizations, which are not shown.
  /^(session ended|access removed)$/,
  // Owner of the connections of the operator's gateway.
  /^text messages$/,
  /^(oidc (cookies|refresh tokens|pairwise subjects)|already consumed|unique key|unknown error|the identity was linked at this very moment)/,
];

const LETTERS_AROUND_A_SPACE = /[\p{L}’'}][\p{L}\d’'“”(){}[\].,:;!?…/*+-]* [\p{L}\d“({*+]/u;

/** Name of a field at the start of a refusal. */
const FIELD_NAME = /^([\w.]|\{\d\})+: /;

type Parts = (string | null)[];

/** Returns every element of `first`, extended by each element of `second`. */
const continued = (first: Parts[], second: Parts[]): Parts[] =>
  first.flatMap((parts) => second.map((more) => [...parts, ...more]));

/**
 * Returns the texts of a literal in parts, with null for an interpolated part. Returns several if it chooses
 * between words, and null for an expression that is not a text.
 */
function saidBy(node: ts.Expression): Parts[] | null {
  if (ts.isStringLiteralLike(node)) return [[node.text]];
  if (ts.isParenthesizedExpression(node)) return saidBy(node.expression);
  if (ts.isTemplateExpression(node))
    return node.templateSpans.reduce<Parts[]>(
      (before, { expression, literal }) =>
        continued(continued(before, chosenIn(expression) ?? [[null]]), [[literal.text]]),
      [[node.head.text]],
    );
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return null;
  const [left, right] = [saidBy(node.left), saidBy(node.right)];
  return left && right && continued(left, right);
}

/** Returns the texts of `a ? "x" : "y"` inside a text. */
function chosenIn(node: ts.Expression): Parts[] | null {
  if (!ts.isConditionalExpression(node)) return null;
  const [yes, no] = [node.whenTrue, node.whenFalse].map((branch) => chosenIn(branch) ?? saidBy(branch));
  return yes && no ? [...yes, ...no] : null;
}

/** Returns the text with a number for each inserted part. */
function spelled(parts: Parts) {
  let index = 0;
  return parts
    .map((part) => part ?? `{${index++}}`)
    .join("")
    .trim();
}

/** Returns the interpolated expressions of a text. Omits expressions that choose between words of the text. */
function interpolated(node: ts.Node): ts.Expression[] {
  if (ts.isTemplateExpression(node))
    return node.templateSpans.map(({ expression }) => expression).filter((part) => !chosenIn(part));
  if (ts.isParenthesizedExpression(node)) return interpolated(node.expression);
  return ts.isBinaryExpression(node) ? [...interpolated(node.left), ...interpolated(node.right)] : [];
}

/**
 * Returns true for texts that document the interfaces: `summary` and `description` of operations, and the `heading` of their area. An
 * alert also has a summary.
 */
const isDocumentation = ({ name, parent }: ts.PropertyAssignment) =>
  name.getText() === "description" ||
  name.getText() === "heading" ||
  // The message of a worker's log.
  name.getText() === "failure" ||
  (name.getText() === "summary" &&
    !parent.properties.some((beside) =>
      /^(severity|openKey|key|entity)$/.test(beside.name?.getText() ?? ""),
    ));

/** Returns true for the texts of an access-rule type or a kind of identity provider. */
const isInAllLanguages = ({ name }: ts.PropertyAssignment, file: string) =>
  name.getText() === "words" && KIND_MODULES.test(file);

/**
 * Returns true for an argument of a schema's method: `z.string().max(60, "must have at most 60 characters")`.
 */
const isSchemaWord = ({ parent }: ts.Node) =>
  ts.isCallExpression(parent) &&
  ts.isPropertyAccessExpression(parent.expression) &&
  SCHEMA_WORDS.test(parent.expression.name.text);

function saidIn(file: string): UncodedText[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const said: UncodedText[] = [];
  const placed = (text: string, node: ts.Node) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    said.push({ text, place: `${file}:${line + 1}` });
  };

  function collect(parts: Parts, node: ts.Node) {
    const text = spelled(parts);
    const read = LETTERS_AROUND_A_SPACE.test(text);
    if (PAGES.test(file) && !isSchemaWord(node)) return;
    const own = /\p{L}{2}/u.test(text.replace(FIELD_NAME, "").replace(/\{\d\}/g, ""));
    if (isSystemLabel(text) || UNREAD.some((pattern) => pattern.test(text))) return;
    if (read && own) placed(text, node);
  }

  function visitCall(node: ts.CallExpression) {
    const callee = node.expression.getText().replace(/\s+/g, "");
    if (UNREAD_CALL.test(callee) || LOG_CALL.test(callee)) return visit(node.expression);
    const [first] = node.arguments;
    const what = callee === "notFound" && first && saidBy(first);
    if (what) return what.forEach((parts) => placed(spelled(["There is no such ", ...parts, "."]), node));
    ts.forEachChild(node, visit);
  }

  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isTaggedTemplateExpression(node)) return;
    if (ts.isNewExpression(node) && INTERNAL.test(node.expression.getText()) && !SHOWN_ERRORS.test(file))
      return;
    if (ts.isPropertyAssignment(node))
      return isDocumentation(node) || isInAllLanguages(node, file) ? undefined : visit(node.initializer);
    if (ts.isCallExpression(node)) return visitCall(node);
    const said = ts.isExpression(node) ? saidBy(node) : null;
    if (!said) return ts.forEachChild(node, visit);
    for (const parts of said) collect(parts, node);
    for (const part of interpolated(node)) visit(part);
  }
  visit(source);
  return said;
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`);

/** Collects every text of operations and schemas that people see in the console or on the account pages. */
export const collectUncodedTexts = (): UncodedText[] =>
  [
    ...filesIn("server").filter((file) => FOLDERS.test(file)),
    ...filesIn("app").filter((file) => PAGES.test(file)),
  ]
    .filter((file) => /\.tsx?$/.test(file) && !LEFT_OUT.some((pattern) => pattern.test(file)))
    .sort()
    .flatMap(saidIn);
