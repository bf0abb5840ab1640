import { parse } from "@handlebars/parser";
import { LRUCache } from "lru-cache";
import { TemplateError } from "../errors";
import { helpers } from "./helpers";
import { lookUp, within, type Path, type Scope } from "./scope";

/*
 * Fills a template: mustache's sections and Handlebars' blocks, parsed by Handlebars' own parser and evaluated here, without
 * making code of it. Only own properties of the data are seen, so that `constructor` and `__proto__` find nothing.
 */

type Program = ReturnType<typeof parse>;
type Statement = Program["body"][number];

interface Run {
  /** Whether triple braces put values in as they are. */
  trusted: boolean;
  warnings: Set<string>;
  steps: number;
  length: number;
}

const MOST_STEPS = 1_000_000;
const MOST_TEXT = 20 * 1024 * 1024;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * The text of a template with this data in it, and the names that the data lacks. Every value is escaped; where the template
 * is trusted, those in triple braces are not.
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

/** Templates as trees; the same one is filled again and again. */
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
    throw new TemplateError(`The template cannot be read: ${first.replace(/:$/, "")}.`);
  }
}

const DEEPEST = 250;

/** The parser takes the square of the depth; a template that is nested beyond all reason is not given to it. */
function refuseDepth(template: string) {
  let depth = 0;
  for (const [, sign] of template.matchAll(/\{\{~?\s*([#/]|\^(?!\s*~?\}\}))/g))
    if ((depth += sign === "/" ? -1 : 1) > DEEPEST)
      throw new TemplateError("The template is nested too deeply.");
}

function body(program: Program | undefined, scope: Scope, run: Run): string {
  let text = "";
  for (const statement of program?.body ?? []) text += one(statement, scope, run);
  return text;
}

function one(statement: Statement, scope: Scope, run: Run): string {
  run.steps += 1;
  if (run.steps > MOST_STEPS) throw new TemplateError("The template repeats too much.");
  const text = textOf(statement, scope, run);
  run.length += statement.type === "BlockStatement" ? 0 : text.length;
  if (run.length > MOST_TEXT) throw new TemplateError("The filled template is too large.");
  return text;
}

function textOf(statement: Statement, scope: Scope, run: Run): string {
  switch (statement.type) {
    case "ContentStatement":
      return (statement as unknown as { value: string }).value;
    case "CommentStatement":
      return "";
    case "MustacheStatement": {
      const { escaped } = statement as unknown as { escaped: boolean };
      const value = printed(statement as unknown as Call, scope, run);
      // Data is not HTML, unless whoever keeps the template says so.
      return escaped || !run.trusted ? escapeHtml(value) : value;
    }
    case "BlockStatement":
      return block(statement as unknown as Block, scope, run);
    default:
      throw new TemplateError("Partials and decorators cannot be used in a template.");
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

/** What is called or looked up. A literal there is a name, as Handlebars reads it: `{{"first name"}}`. */
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
  throw new TemplateError("A helper inside a helper cannot be used in a template.");
}

function printed(call: Call, scope: Scope, run: Run): string {
  const path = pathOf(call);
  const name = path.original;
  const helper = Object.hasOwn(helpers, name) ? helpers[name] : undefined;
  if (call.params.length > 0 && !helper) {
    const value = lookUp(spaced(call, path), scope);
    if (value === undefined) throw new TemplateError(`There is no helper ${name}.`);
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

/** A name of many words, as spreadsheets have them: `{{Invoice No}}`. */
function spaced({ params }: Call, path: Path): Path {
  const words = [path, ...params].map(({ original }) => String(original));
  return { ...path, original: words.join(" "), parts: [words.join(" ")] };
}

function written(value: unknown, name: string): string {
  if (typeof value === "object" && value !== null)
    throw new TemplateError(
      `${name} is ${Array.isArray(value) ? "a list" : "an object"}, which cannot be printed.`,
    );
  return typeof value === "string"
    ? value
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : "";
}

/** What counts as nothing: mustache and Handlebars agree, but for 0. */
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
  if (first) throw new TemplateError(`There is no block helper ${name}.`);
  const value = lookUp(path, scope);
  if (isNothing(value)) return body(call.inverse, scope, run);
  if (Array.isArray(value)) return each(value, call, scope, run, false);
  // A word or a number is what its section is about: `{{#name}}has {{.}}{{/name}}`. What is only true is about nothing.
  return body(call.program, value === true ? scope : within(value, scope), run);
}

/** What a block calls its values, in the order of its names. */
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
