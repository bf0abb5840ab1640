import { createHmac } from "node:crypto";

/**
 * Returns the pseudonym of a user at one app (OpenID Connect Core §8.1). Each app is a sector of its own, so that apps cannot find out by
 * `sub` that two of their users are one person.
 */
export const pairwiseSubject = (key: Buffer, clientId: string, accountId: string): string =>
  createHmac("sha256", key).update(`${clientId} ${accountId}`).digest("base64url");

/**
 * Returns the metadata of an app with pairwise subjects. The library requires an address of the sector for apps with several hosts, but
 * never requests it for clients that it does not register itself.
 */
export const pairwiseMetadata = (clientId: string) => ({
  subject_type: "pairwise",
  sector_identifier_uri: `https://sector.invalid/${clientId}`,
});
