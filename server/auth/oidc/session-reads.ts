import { isDeepStrictEqual } from "node:util";
import { Provider, type AdapterPayload, type KoaContextWithOIDC } from "oidc-provider";

/*
 * The library writes the browser's session at the end of every request, to extend its lifetime. A session that a request has not
 * changed is not written again while its stored end differs by less than a hundredth of the lifetime.
 */

/** Sessions as this request has read them, as JSON by the digest of their id. The library changes its own objects. */
const reads = new WeakMap<KoaContextWithOIDC, Map<string, string>>();

/** Notes the stored payload of a session. */
export function noteRead(idHash: string, payload: object): void {
  const ctx = Provider.ctx;
  if (!ctx) return;
  const ofRequest = reads.get(ctx) ?? new Map<string, string>();
  ofRequest.set(idHash, JSON.stringify(payload));
  reads.set(ctx, ofRequest);
}

/** Returns true if the session need not be written. `expiresIn` is the new lifetime in seconds. */
export function isUnchanged(idHash: string, payload: AdapterPayload, expiresIn: number | undefined): boolean {
  const read = Provider.ctx && reads.get(Provider.ctx)?.get(idHash);
  if (read === undefined || expiresIn === undefined) return false;
  const { exp: storedEnd = 0, ...stored } = JSON.parse(read) as AdapterPayload;
  // As JSON, because the library leaves undefined fields in the payload.
  const { exp: end = 0, ...written } = JSON.parse(JSON.stringify(payload)) as AdapterPayload;
  return end - storedEnd < expiresIn / 100 && end >= storedEnd && isDeepStrictEqual(stored, written);
}
