import { requestRefusals } from "../refusals";

/**
 * Returns true if the Content-Length of a request exceeds the limit. Returns null for a request without Content-Length (RFC
 * 9112 §7.1).
 */
export function isTooLong({ headers }: Request, limit: number): boolean | null {
  const declared = headers.get("content-length");
  return declared === null ? null : Number(declared) > limit;
}

/**
 * Converts the error of a closed connection to a refusal. Returns other errors unchanged. The client has gone and receives no
 * answer, but a refusal is not logged as a failure of the server.
 */
export function readingError(error: unknown): unknown {
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const isCut = code === "ECONNRESET" || message === CLOSED;
  return isCut ? requestRefusals.body_incomplete() : error;
}

/** Message of the error that @hono/node-server throws for a closed connection. */
const CLOSED = "Client connection prematurely closed.";

/**
 * Returns the bytes of a request's body, or null if the body has more than `limit` bytes. Throws a refusal (400) if the client
 * closes the connection before the end of the body.
 */
export async function bytesOf(request: Request, limit: number): Promise<Uint8Array | null> {
  return read(request, limit).catch((error: unknown) => {
    throw readingError(error);
  });
}

async function read(request: Request, limit: number): Promise<Uint8Array | null> {
  const tooLong = isTooLong(request, limit);
  if (tooLong !== null) return tooLong ? null : new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (request.body) {
    // Cast, because the DOM types do not declare that a stream is iterable.
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      if ((size += chunk.byteLength) > limit) return null;
      chunks.push(chunk);
    }
  }
  return Buffer.concat(chunks);
}

/** Maximum length of a form in bytes. Every form of the product is shorter than this limit. */
const LONGEST_FORM = 64 * 1024;

/** Returns the fields of a form. Returns an empty form if the body is longer than the limit or is not a form. */
export async function formOf(request: Request): Promise<FormData> {
  const bytes = await bytesOf(request, LONGEST_FORM);
  const type = request.headers.get("content-type");
  if (bytes === null || type === null) return new FormData();
  return new Response(bytes as BodyInit, { headers: { "content-type": type } })
    .formData()
    .catch(() => new FormData());
}

/** Returns the text of a form's field. Returns an empty text for a missing field and for a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
