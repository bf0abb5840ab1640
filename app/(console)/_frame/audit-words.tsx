import type { AuditEvent } from "@/server/domain/audit/audit.schema";

/** `user_created` as "User created". */
export const eventWords = (action: string) => {
  const words = (action.split(".")[1] ?? action).replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const channels: Record<string, string> = {
  management_api: "Management API",
  console: "Console",
  scim: "SCIM",
  platform_api: "Platform API",
  account: "Account",
  system: "System",
};

/** The door that an action came through. */
export const channelOf = (action: string) =>
  channels[action.split(".")[0] ?? ""] ?? action.split(".")[0] ?? "";

/** What happened, to read after the actor's name. */
export const sentenceOf = ({
  action,
  target,
  targetLabel,
  actorLabel,
}: Pick<AuditEvent, "action" | "target" | "targetLabel" | "actorLabel">) => {
  const words = eventWords(action).toLowerCase();
  const what = targetLabel === actorLabel ? words : `${words}: ${targetLabel ?? target}`;
  return `${what} · ${channelOf(action)}`;
};

const text = (value: unknown): string => {
  if (value === null || value === undefined || value === "") return "nothing";
  if (Array.isArray(value)) return value.map(text).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
};

/** Each changed field, before and after. */
export function EventChanges({ changes }: Pick<AuditEvent, "changes">) {
  if (!changes) return null;
  return (
    <ul className="mt-1 space-y-0.5 text-sm text-ink-soft">
      {Object.entries(changes).map(([field, { from, to }]) => (
        <li key={field} className="break-words">
          <span className="font-mono text-xs">{field}</span>:{" "}
          {from !== null && from !== undefined && (
            <>
              <del className="text-danger-text decoration-danger-text/50">{text(from)}</del>{" "}
              <span aria-hidden>→</span>{" "}
            </>
          )}
          <ins className="text-accent-text no-underline">{text(to)}</ins>
        </li>
      ))}
    </ul>
  );
}
