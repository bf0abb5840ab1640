import { Fragment, type ReactNode } from "react";
import type { AuditEvent } from "@/server/domain/audit/audit.schema";
import { changeRows, type ChangeRow } from "./audit-changes";

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

const Gone = ({ children }: { children: ReactNode }) => (
  <del className="text-danger-text decoration-danger-text/50">{children}</del>
);
const Come = ({ children }: { children: ReactNode }) => (
  <ins className="text-accent-text no-underline">{children}</ins>
);

/** One changed field: what it was and what it is. */
function Change({ row }: { row: ChangeRow }) {
  if (row.kind === "list") {
    return (
      <>
        {row.removed.map((item) => (
          <Fragment key={item}>
            − <Gone>{item}</Gone>{" "}
          </Fragment>
        ))}
        {row.added.map((item) => (
          <Fragment key={item}>
            + <Come>{item}</Come>{" "}
          </Fragment>
        ))}
      </>
    );
  }
  return (
    <>
      {row.from !== null && (
        <>
          <Gone>{row.from}</Gone> <span aria-hidden>→</span>{" "}
        </>
      )}
      {row.to === null ? <span className="text-ink-faint">nothing</span> : <Come>{row.to}</Come>}
    </>
  );
}

/** Each changed field, before and after; of many, the first `most`. */
export function EventChanges({ changes, most = Infinity }: Pick<AuditEvent, "changes"> & { most?: number }) {
  const rows = changeRows(changes);
  if (rows.length === 0) return null;
  const left = rows.length - most;
  return (
    <ul className="mt-1 space-y-0.5 text-sm text-ink-soft">
      {rows.slice(0, most).map((row) => (
        <li key={row.field} className={most === Infinity ? "break-words" : "line-clamp-2 break-words"}>
          {row.field}: <Change row={row} />
        </li>
      ))}
      {left > 0 && <li>and {left} more</li>}
    </ul>
  );
}
