import * as z from "zod";
import { defineRefusals } from "@/server/kernel/texts/define";

export const provisioningRefusals = defineRefusals("provisioning", {
  /** If-Match names an older version (RFC 7644 §3.14). */
  version_outdated: { status: 412, text: "This was changed meanwhile; read it again." },
});

/*
 * Versions of users and groups for weak validators (RFC 7644 §3.14). The SCIM form of a user or group depends on its row and
 * its role grants. Other channels can change both. A version therefore covers the row and the grants.
 */

export const versionOfPerson = ({
  updatedAt,
  groups,
}: {
  updatedAt: string;
  groups: { roleId: number }[];
}): string => tag(updatedAt, groups.map(({ roleId }) => roleId).join("."));

/**
 * Returns the version of a group. The version contains the number of grants and the time of the latest grant. These two values
 * identify the set of grants, because a new grant always has a later time.
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

/** The versions of a resource for which the request permits a change; null permits any version. */
export const Versions = z.array(z.string()).nullable();

/** Throws if the present version is not one of the permitted versions (RFC 7644 §3.14). */
export function requireVersion(versions: string[] | null, current: string) {
  if (versions !== null && !versions.some((version) => opaque(version) === opaque(current)))
    throw provisioningRefusals.version_outdated();
}

/**
 * Returns a validator without the prefix `W/`. Some clients omit the prefix. The weak comparison of RFC 9110 §8.8.3.2 ignores
 * the prefix too.
 */
const opaque = (version: string) => version.replace(/^W\//, "");
