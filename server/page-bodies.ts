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
  const type = headers["content-type"] ?? "";
  if (type.startsWith("multipart/")) return (await isForm(body, type)) ? "readable" : "unreadable";
  return headers["next-action"] === undefined || isArguments(body) ? "readable" : "unreadable";
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

/** Returns true if a body is a complete form of the type (RFC 7578). */
const isForm = (body: Buffer, type: string): Promise<boolean> =>
  new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData().then(
    () => true,
    () => false,
  );

/**
 * Returns true if a body contains the arguments of an action without a form: a list of texts. A text that
 * begins with `$` would refer to another part of the body.
 */
function isArguments(body: Buffer): boolean {
  try {
    const given: unknown = JSON.parse(body.toString());
    return Array.isArray(given) && given.every((one) => typeof one === "string" && !one.startsWith("$"));
  } catch {
    return false;
  }
}
