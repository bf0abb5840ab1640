import * as z from "zod";
import { provisioningRefusals } from "@/server/kernel/refusals/provisioning";

/*
 * Weak validators (RFC 7644 §3.14). The SCIM view of a person or a group changes with its row and with its role grants.
 * Other channels change both too. A version covers the row and the grants.
 */

export const versionOfPerson = ({
  updatedAt,
  groups,
}: {
  updatedAt: string;
  groups: { roleId: number }[];
}): string => tag(updatedAt, groups.map(({ roleId }) => roleId).join("."));

/**
 * Returns the version of a group. The number of grants and the time of the latest grant identify the set of grants,
 * because a new grant always has a later time.
 */
export const versionOfGroup = ({
  updatedAt,
  memberCount,
  lastGrantedAt,
}: {
  updatedAt: string;
  memberCount: number;
  lastGrantedAt: string | null;
}): string => tag(updatedAt, memberCount === 0 ? "" : `${memberCount}.${Date.parse(lastGrantedAt ?? "")}`);

const tag = (updatedAt: string, grants: string) =>
  `W/"${Date.parse(updatedAt)}${grants === "" ? "" : `-${grants}`}"`;

/** The versions from which a change may start; null: any version. */
export const Versions = z.array(z.string()).nullable();

/** Throws if the resource has changed since one of the versions (RFC 7644 §3.14). */
export function requireVersion(versions: string[] | null, current: string) {
  if (versions !== null && !versions.some((version) => opaque(version) === opaque(current)))
    throw provisioningRefusals.version_outdated();
}

/** Returns a validator without `W/`, because clients omit it. RFC 9110 §8.8.3.2 compares weakly in any case. */
const opaque = (version: string) => version.replace(/^W\//, "");
