import * as z from "zod";
import { provisioningRefusals } from "@/server/kernel/refusals/provisioning";

/*
 * Weak validators (RFC 7644 §3.14). What a provider reads of a person or a group changes with its row and with the grants
 * of roles, which other channels make as well; a version tells both.
 */

export const versionOfPerson = ({
  updatedAt,
  groups,
}: {
  updatedAt: string;
  groups: { roleId: number }[];
}): string => tag(updatedAt, groups.map(({ roleId }) => roleId).join("."));

/** Grants are only added with a later time or taken away, so that their number and the latest tell any two sets apart. */
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

/** The versions that a change may start from; null: any. */
export const Versions = z.array(z.string()).nullable();

/** Refuses a change of what was changed meanwhile (RFC 7644 §3.14). */
export function requireVersion(versions: string[] | null, current: string) {
  if (versions !== null && !versions.some((version) => opaque(version) === opaque(current)))
    throw provisioningRefusals.version_outdated();
}

/** A validator without its weakness: clients drop the `W/` (RFC 9110 §8.8.3.2 compares weakly anyway). */
const opaque = (version: string) => version.replace(/^W\//, "");
