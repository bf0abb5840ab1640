import { requestRefusals } from "../refusals/requests";

/**
 * Returns true if the declared length of a body exceeds the limit; null if no length is declared (RFC 9112
 * §7.1).
 */
export function isTooLong({ headers }: Request, limit: number): boolean | null {
  const declared = headers.get("content-length");
  return declared === null ? null : Number(declared) > limit;
}

/**
 * Returns a refusal if the client closed the connection before the end of the body; otherwise the same error. No client
 * receives the refusal, but without it the log would report a failure of the server.
 */
function readingError(error: unknown): unknown {
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const isCut = code === "ECONNRESET" || message === CLOSED;
  return isCut ? requestRefusals.body_incomplete() : error;
}

/** Message of the error of @hono/node-server for a closed connection. */
const CLOSED = "Client connection prematurely closed.";

/**
 * Returns the bytes of a request's body, or null if it has more than `limit`. Node never reads more than the
 * declared length, so a declared body is read as a whole, without a web stream. A body without a declared
 * length is counted during the read, which stops at the limit. Throws a refusal (400) if the client closes the
 * connection before the end.
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
    // The DOM types do not declare that a stream can be iterated.
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      if ((size += chunk.byteLength) > limit) return null;
      chunks.push(chunk);
    }
  }
  return Buffer.concat(chunks);
}

/** Maximum length of a form in bytes. Every form of the product is shorter. */
const LONGEST_FORM = 64 * 1024;

/** Returns the fields of a form. Returns none for another body or a too long one. */
export async function formOf(request: Request): Promise<FormData> {
  const bytes = await bytesOf(request, LONGEST_FORM);
  const type = request.headers.get("content-type");
  if (bytes === null || type === null) return new FormData();
  return new Response(bytes as BodyInit, { headers: { "content-type": type } })
    .formData()
    .catch(() => new FormData());
}
