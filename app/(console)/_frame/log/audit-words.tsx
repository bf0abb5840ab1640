import { useExtracted } from "next-intl";
import { Fragment, type ReactNode } from "react";
import type { AuditEvent, LoggedEvent } from "@/server/domain/audit/audit.schema";
import { useExactTime } from "@/components/ui/format/use-exact-time";
import { UserCog } from "lucide-react";
import { changeRows, type ChangeRow, fieldWords, type ChangeWords } from "./audit-changes";
import { useChannelWords, useTargetName } from "./thing-words";
import { useInSentence } from "../words/in-sentence";
import { useFieldLabels } from "./field-labels";
import { useCodeWords } from "../words/code-words";
import { useProofWords } from "../sign-ins/sign-in-words";
import { wordOf } from "../words/word-table";

/** Describes an event in one line: actor, event, target and channel. */
export function EventSentence(told: LoggedEvent) {
  const { action, label, targetLabel, actorLabel, actorName, acting } = told;
  const targetName = useTargetName();
  const t = useExtracted("console");
  const inSentence = useInSentence();
  const event = inSentence(label);
  const channel = useChannelWords()(action);
  const actor = acting?.actor ?? actorName ?? t("Someone");
  const target = targetLabel === actorLabel ? null : targetName(told);
  const parts = {
    who: (name: ReactNode) => (
      <>
        <span className="font-medium">{name}</span>
        {acting && (
          <>
            {" "}
            <ActingAs user={acting.user} />
          </>
        )}
      </>
    ),
    what: (words: ReactNode) => <span className="text-ink-soft">{words}</span>,
  };
  return target === null
    ? t.rich("<who>{actor}</who> <what>· {event} · {channel}</what>", { actor, event, channel, ...parts })
    : t.rich("<who>{actor}</who> <what>· {event}: {target} · {channel}</what>", {
        actor,
        event,
        channel,
        target,
        ...parts,
      });
}

// Suppresses the hydration warning, because a change may contain the name of a country. Server and browser can spell the name
// differently (see `usePlaceName`).
const Gone = ({ children }: { children: ReactNode }) => (
  <del className="text-danger-text decoration-danger-text/50" suppressHydrationWarning>
    {children}
  </del>
);
const Come = ({ children }: { children: ReactNode }) => (
  <ins className="text-accent-text no-underline" suppressHydrationWarning>
    {children}
  </ins>
);

/** Maximum length of a value that is shown without folding, in characters. */
const LONG = 300;

/** Shows a value. Folds a long value. If `cut` is true, the value is not folded, because CSS truncates the line. */
function Value({ text, cut }: { text: string; cut: boolean }) {
  if (cut || text.length <= LONG) return text;
  return (
    <details className="inline">
      <summary className="inline cursor-pointer break-all">{`${text.slice(0, 60)}…`}</summary>{" "}
      <span className="break-all whitespace-pre-wrap">{text}</span>
    </details>
  );
}

/** Shows the old and the new value of a changed field. */
function Change({ row, cut }: { row: ChangeRow; cut: boolean }) {
  const t = useExtracted("console");
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
          <Gone>
            <Value text={row.from} cut={cut} />
          </Gone>{" "}
          <span aria-hidden>→</span>{" "}
        </>
      )}
      {row.to === null ? (
        <span className="text-ink-faint">{t("nothing")}</span>
      ) : (
        <Come>
          <Value text={row.to} cut={cut} />
        </Come>
      )}
    </>
  );
}

interface Changes {
  changes: NonNullable<AuditEvent["changes"]>;
  /** Maximum number of rows. */
  most: number;
}

function Changes({ changes, most }: Changes) {
  const t = useExtracted("console");
  const rows = changeRows(changes, useChangeWords());
  if (rows.length === 0) return null;
  const left = rows.length - most;
  const cut = most !== Infinity;
  return (
    <ul className="mt-1 space-y-0.5 text-sm text-ink-soft">
      {rows.slice(0, most).map((row) => (
        <li key={row.field} className={cut ? "line-clamp-2 break-words" : "break-words"}>
          {row.field}: <Change row={row} cut={cut} />
        </li>
      ))}
      {left > 0 && <li>{t("and {left} more", { left: String(left) })}</li>}
    </ul>
  );
}

/**
 * Lists at most `most` changed fields of an event. Returns early for an event without changes, because most events have none
 * and the texts need not be loaded.
 */
export const EventChanges = ({ changes, most = Infinity }: Pick<AuditEvent, "changes"> & { most?: number }) =>
  changes === null ? null : <Changes changes={changes} most={most} />;

/** Returns the texts for changes in the language of the page. A field without a label gets a label from its key. */
function useChangeWords(): ChangeWords {
  const t = useExtracted("console");
  const fields = useFieldLabels();
  const code = useCodeWords();
  const time = useExactTime();
  const inSentence = useInSentence();
  const proof = useProofWords();
  // In an event about sign-in methods, the key of a field is the code of a sign-in method.
  const field = (name: string) => {
    const way = proof(name);
    return wordOf(fields, name) ?? (way === name ? fieldWords(name) : way);
  };
  return {
    field,
    inner: (name) => inSentence(field(name)),
    code,
    time,
    yes: t("yes"),
    no: t("no"),
    nothing: t("nothing"),
    hidden: t("set, not shown"),
    replaced: t("changed, not shown"),
  };
}

/** Shows the user for whom an administrator acted. The icon differs from any text, so that no name can imitate it. */
export function ActingAs({ user }: { user: string }) {
  const t = useExtracted("console");
  return (
    <span className="font-normal text-ink-soft">
      <UserCog className="me-1 inline size-3.5 align-[-2px]" aria-hidden />
      {t("acting as {user}", { user })}
    </span>
  );
}

/** Shows the actor of an event. In act-as, shows both users on lines of their own. */
export const ActorName = ({ event, none }: { event: LoggedEvent; none: string }) =>
  event.acting === null ? (
    (event.actorName ?? none)
  ) : (
    <>
      <span className="block truncate">{event.acting.actor}</span>
      <span className="block truncate text-sm">
        <ActingAs user={event.acting.user} />
      </span>
    </>
  );
