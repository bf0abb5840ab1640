import { parse } from "@handlebars/parser";
import { LRUCache } from "lru-cache";
import { TemplateError, pdfRefusals } from "../errors";
import { helpers } from "./helpers";
import { lookUp, within, type Path, type Scope } from "./scope";

/*
 * Fills templates with mustache sections and Handlebars blocks. The parser of Handlebars parses the templates. This module
 * evaluates the syntax tree without generating code. Templates can read only own properties of the data. Therefore,
 * `constructor` and `__proto__` are undefined.
 */

type Program = ReturnType<typeof parse>;
type Statement = Program["body"][number];

interface Run {
  /** True if triple braces insert values without escaping. */
  trusted: boolean;
  warnings: Set<string>;
  steps: number;
  length: number;
}

const MOST_STEPS = 1_000_000;
const MOST_TEXT = 20 * 1024 * 1024;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Returns the filled text, and the names that are missing in the data. Escapes all values, except values in triple braces of a
 * trusted template.
 */
export function fillTemplate(
  template: string,
  data: object,
  { trusted = false } = {},
): { html: string; warnings: string[] } {
  const program = parsed(template);
  const run: Run = { trusted, warnings: new Set(), steps: 0, length: 0 };
  const html = body(program, { value: data, parent: null, data: {}, named: {}, closed: false }, run);
  return { html, warnings: [...run.warnings] };
}

/** Cache of parsed templates. */
const trees = new LRUCache<string, Program>({
  max: 64,
  maxSize: 4_000_000,
  sizeCalculation: (_tree, template) => template.length + 1,
});

function parsed(template: string): Program {
  const before = trees.get(template);
  if (before) return before;
  refuseDepth(template);
  try {
    const tree = parse(template);
    trees.set(template, tree);
    return tree;
  } catch (error) {
    const [first = ""] = (error as Error).message.split("\n");
    throw new TemplateError(pdfRefusals.template_unreadable({ problem: first.replace(/:$/, "") }));
  }
}

const DEEPEST = 250;

/**
 * Throws if blocks are nested too deeply. The limit is needed because the time of the parser grows with the square of the
 * depth.
 */
function refuseDepth(template: string) {
  let depth = 0;
  for (const [, sign] of template.matchAll(/\{\{~?\s*([#/]|\^(?!\s*~?\}\}))/g))
    if ((depth += sign === "/" ? -1 : 1) > DEEPEST)
      throw new TemplateError(pdfRefusals.template_nested_too_deeply());
}

function body(program: Program | undefined, scope: Scope, run: Run): string {
  let text = "";
  for (const statement of program?.body ?? []) text += one(statement, scope, run);
  return text;
}

function one(statement: Statement, scope: Scope, run: Run): string {
  run.steps += 1;
  if (run.steps > MOST_STEPS) throw new TemplateError(pdfRefusals.too_many_steps());
  const text = textOf(statement, scope, run);
  run.length += statement.type === "BlockStatement" ? 0 : text.length;
  if (run.length > MOST_TEXT) throw new TemplateError(pdfRefusals.filled_template_too_large());
  return text;
}

function textOf(statement: Statement, scope: Scope, run: Run): string {
  // The casts are needed because the types of Handlebars declare only the property `type`. The value of `type` determines the
  // other properties.
  switch (statement.type) {
    case "ContentStatement":
      return (statement as unknown as { value: string }).value;
    case "CommentStatement":
      return "";
    case "MustacheStatement": {
      const { escaped } = statement as unknown as { escaped: boolean };
      const value = printed(statement as unknown as Call, scope, run);
      // Triple braces are also escaped if the template is not trusted.
      return escaped || !run.trusted ? escapeHtml(value) : value;
    }
    case "BlockStatement":
      return block(statement as unknown as Block, scope, run);
    default:
      throw new TemplateError(pdfRefusals.partials_unsupported());
  }
}

interface Literal {
  type: string;
  value?: unknown;
  original?: unknown;
}
interface Call {
  path: Path | Literal;
  params: (Path | Literal)[];
  hash?: { pairs: { key: string; value: Path | Literal }[] };
}
interface Block extends Call {
  program?: Program;
  inverse?: Program;
}

const isPath = (expression: Path | Literal): expression is Path => expression.type === "PathExpression";

/**
 * Returns the name or path at the start of an expression. As in Handlebars, a literal in this position is a name: `{{"first
 * name"}}`.
 */
const pathOf = ({ path }: Call): Path =>
  isPath(path)
    ? path
    : {
        type: "PathExpression",
        original: String(path.original),
        parts: [String(path.original)],
        depth: 0,
        data: false,
      };

function valueOf(expression: Path | Literal, scope: Scope): unknown {
  if (isPath(expression)) return lookUp(expression, scope);
  if ("value" in expression) return expression.value;
  throw new TemplateError(pdfRefusals.nested_helper());
}

function printed(call: Call, scope: Scope, run: Run): string {
  const path = pathOf(call);
  const name = path.original;
  const helper = Object.hasOwn(helpers, name) ? helpers[name] : undefined;
  if (call.params.length > 0 && !helper) {
    const value = lookUp(spaced(call, path), scope);
    if (value === undefined) throw new TemplateError(pdfRefusals.unknown_helper({ name }));
    return written(value, spaced(call, path).original);
  }
  if (helper && call.params.length > 0) {
    const options = Object.fromEntries(
      call.hash?.pairs.map(({ key, value }) => [key, valueOf(value, scope)]) ?? [],
    );
    const values = call.params.map((parameter) => {
      const value = valueOf(parameter, scope);
      if (isPath(parameter) && (value === undefined || value === null)) run.warnings.add(parameter.original);
      return value;
    });
    return values[0] === undefined || values[0] === null ? "" : helper(values, options);
  }
  const value = lookUp(path, scope);
  if (value === undefined || value === null) {
    if (value === undefined) run.warnings.add(name);
    return "";
  }
  return written(value, name);
}

/** Joins the words of an expression to one name. Names of several words come from spreadsheets: `{{Invoice No}}`. */
function spaced({ params }: Call, path: Path): Path {
  const words = [path, ...params].map(({ original }) => String(original));
  return { ...path, original: words.join(" "), parts: [words.join(" ")] };
}

function written(value: unknown, name: string): string {
  if (typeof value === "object" && value !== null)
    throw new TemplateError(
      Array.isArray(value)
        ? pdfRefusals.list_not_printable({ name })
        : pdfRefusals.object_not_printable({ name }),
    );
  return typeof value === "string"
    ? value
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : "";
}

/** Returns true for an empty value. 0 is not included, because only Handlebars treats 0 as empty. */
const isNothing = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === false ||
  value === "" ||
  (Array.isArray(value) && value.length === 0);

function block(call: Block, scope: Scope, run: Run): string {
  const path = pathOf(call);
  const name = path.original;
  const [first] = call.params;
  if (first && ["each", "if", "unless", "with"].includes(name)) {
    const value = valueOf(first, scope);
    if (value === undefined && isPath(first) && name !== "if" && name !== "unless")
      run.warnings.add(first.original);
    switch (name) {
      case "if":
        return body(isNothing(value) || value === 0 ? call.inverse : call.program, scope, run);
      case "unless":
        return body(isNothing(value) || value === 0 ? call.program : call.inverse, scope, run);
      case "with":
        return isNothing(value)
          ? body(call.inverse, scope, run)
          : body(call.program, within(value, scope, { named: named(call, value), closed: true }), run);
      default:
        return each(value, call, scope, run, true);
    }
  }
  if (first) throw new TemplateError(pdfRefusals.unknown_block_helper({ name }));
  const value = lookUp(path, scope);
  if (isNothing(value)) return body(call.inverse, scope, run);
  if (Array.isArray(value)) return each(value, call, scope, run, false);
  // A string or number becomes the context of its section: `{{#name}}has {{.}}{{/name}}`. The value `true` does not change the
  // context.
  return body(call.program, value === true ? scope : within(value, scope), run);
}

/** Returns the values of block parameters by name, for example `item` in `{{#each items as |item|}}`. */
const named = ({ program }: Block, ...values: unknown[]): Record<string, unknown> =>
  Object.fromEntries(
    ((program as { blockParams?: string[] } | undefined)?.blockParams ?? []).map((name, index) => [
      name,
      values[index],
    ]),
  );

function each(value: unknown, call: Block, scope: Scope, run: Run, closed: boolean): string {
  const { program, inverse } = call;
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? (value as unknown[]).map((item, index) => [index, item])
    : typeof value === "object" && value !== null
      ? Object.entries(value)
      : [];
  if (entries.length === 0) return body(inverse, scope, run);
  return entries
    .map(([key, item], index) => {
      const data = { index, key, first: index === 0, last: index === entries.length - 1 };
      return body(program, within(item, scope, { data, named: named(call, item, key), closed }), run);
    })
    .join("");
}
