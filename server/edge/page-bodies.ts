import type { IncomingMessage } from "node:http";

/*
 * Bodies of requests to pages. Next answers 500 to a body that it cannot parse or that is cut, and logs an
 * error each time. A stranger could thereby trigger alarms. Therefore the whole body is read and parsed
 * before it is passed to Next.
 */

/**
 * Reads the body of a form into the buffer of its request, from which Next reads it. The declared length must
 * be small, because the whole body is buffered. Returns `unreadable` for a body that does not match its type,
 * and `left` if the client closes the connection before its end.
 */
export async function takeForm(request: IncomingMessage): Promise<"readable" | "unreadable" | "left"> {
  const { headers } = request;
  const body = await buffered(request, Number(headers["content-length"]));
  if (body === null) return "left";
  // Media types are case-insensitive (RFC 9110 §8.3.1), but Next only recognizes lower case.
  const type = (headers["content-type"] ?? "").replace(/^[^;]*/, (essence) => essence.toLowerCase());
  headers["content-type"] = type;
  const isAction = headers["next-action"] !== undefined;
  if (type.startsWith("multipart/")) return (await isForm(body, type, isAction)) ? "readable" : "unreadable";
  return !isAction || isArguments(body.toString(), () => false) ? "readable" : "unreadable";
}

/**
 * Reads the body of a request and puts it back into the request. Returns null if the connection closes before
 * the end.
 */
function buffered(request: IncomingMessage, length: number): Promise<Buffer | null> {
  if (length === 0) return Promise.resolve(Buffer.alloc(0));
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = () => {
      for (let chunk = next(request); chunk !== null; chunk = next(request)) {
        chunks.push(chunk);
        size += chunk.length;
      }
      if (size < length) return;
      const body = Buffer.concat(chunks);
      // Must run in the same tick as the last read. The stream ends in the next tick and accepts nothing back
      // after its end.
      request.unshift(body);
      stop(body);
    };
    const leave = () => stop(null);
    const stop = (body: Buffer | null) => {
      request.off("readable", take).off("close", leave).off("error", leave);
      resolve(body);
    };
    request.on("readable", take).on("close", leave).on("error", leave);
  });
}

const next = (request: IncomingMessage) => request.read() as Buffer | null;

/**
 * Names of form fields that contain the arguments of an action as JSON. Browsers with scripts send numbers as names.
 * Browsers without scripts send names that begin with `$ACTION_`.
 */
const ARGUMENTS_FIELD = /^(?:\d+|\$ACTION_\d+:\d+)$/;

/** Name of the field with the id of a bound action. This field contains an object. Every other argument field contains a list. */
const IDENTITY_FIELD = /^\$ACTION_\d+:0$/;

/** Returns true if a body is a complete form of the type (RFC 7578), and each argument in it is readable. */
async function isForm(body: Buffer, type: string, isAction: boolean): Promise<boolean> {
  // If a type has two boundaries, Next and the parser here read different ones.
  if (type.split(/boundary=/i).length > 2) return false;
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } })
    .formData()
    .catch(() => null);
  if (form === null || (isAction && !form.has("0"))) return false;
  const names = [...form.keys()];
  return names
    .filter((name) => ARGUMENTS_FIELD.test(name))
    .every((name) => {
      const [value, ...more] = form.getAll(name);
      // React would read a repeated field in another way than this check, and fail.
      if (more.length > 0) return false;
      const refersTo = (kind: string, part: string) =>
        kind === "K"
          ? names.some((other) => other.startsWith(`_${part}_`))
          : // The arguments that the page itself bound to the action.
            name.endsWith(":0") && names.includes(name.replace(/0$/, part));
      return typeof value === "string" && isArguments(value, refersTo, IDENTITY_FIELD.test(name));
    });
}

/** Returns true if an object has at most 100 parts. No argument of a page has more. React refuses more than 1,000. */
const isShort = (value: object) => Object.keys(value).length <= 100;

/** Maximum depth of an argument. The largest argument is the state of a form. */
const DEEPEST = 8;

/**
 * Returns true if a text contains arguments that React can decode. A string that begins with `$` is a value of
 * React's own: an escaped string, `undefined`, or a reference to another part of the body by its hexadecimal
 * number (`$K` for a form). `refersTo` returns true for a valid reference. Arguments are a list, or an object if
 * `isIdentity` is true: React reads the length of any object as the number of arguments.
 */
function isArguments(
  text: string,
  refersTo: (kind: string, part: string) => boolean,
  isIdentity = false,
): boolean {
  const isReadable = (value: unknown, depth: number): boolean => {
    if (depth > DEEPEST) return false;
    if (typeof value === "object" && value !== null)
      return Object.values(value).every((inner) => isReadable(inner, depth + 1));
    if (typeof value !== "string" || !value.startsWith("$")) return true;
    const reference = /^\$([K@])([0-9a-f]{1,4})$/.exec(value);
    if (reference) return refersTo(reference[1]!, reference[2]!);
    return value.startsWith("$$") || value === "$undefined";
  };
  try {
    const given: unknown = JSON.parse(text);
    if (typeof given !== "object" || given === null || !isShort(given)) return false;
    return (isIdentity || Array.isArray(given)) && isReadable(given, 0);
  } catch {
    return false;
  }
}
