/** Whether a request says of its body that it is longer; null where it says no length (RFC 9112 §7.1). */
export function isTooLong({ headers }: Request, limit: number): boolean | null {
  const declared = headers.get("content-length");
  return declared === null ? null : Number(declared) > limit;
}

/**
 * The bytes of a request's body, or null where it has more than `limit`. Node takes no more of a body than was declared,
 * so that a declared one is read as a whole, without a web stream in between; one that declares nothing is counted as it
 * comes, and left when it is too large.
 */
export async function bytesOf(request: Request, limit: number): Promise<Uint8Array | null> {
  const tooLong = isTooLong(request, limit);
  if (tooLong !== null) return tooLong ? null : new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (request.body) {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      if ((size += chunk.byteLength) > limit) return null;
      chunks.push(chunk);
    }
  }
  return Buffer.concat(chunks);
}

/** More than any form of ours holds. */
const LONGEST_FORM = 64 * 1024;

/** The fields of a form; none where it is none, or longer than any form of ours. */
export async function formOf(request: Request): Promise<FormData> {
  const bytes = await bytesOf(request, LONGEST_FORM);
  const type = request.headers.get("content-type");
  if (bytes === null || type === null) return new FormData();
  return new Response(bytes as BodyInit, { headers: { "content-type": type } })
    .formData()
    .catch(() => new FormData());
}
