import { VenetianMask } from "lucide-react";
import { useExtracted } from "next-intl";
import { ExactTime } from "@/components/ui/text";

/** Shows on every hosted page that an administrator acts as the user, and offers a button that stops acting. */
export function ActingBanner({
  tenantId,
  actor,
  person,
  until,
}: {
  tenantId: number;
  /** Name of the administrator who acts. */
  actor: string;
  /** Name of the user. */
  person: string;
  until: Date;
}) {
  const t = useExtracted("hosted");
  return (
    <aside
      aria-label={t("Acting as another user")}
      className="sticky top-0 z-20 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b border-line bg-warning-soft px-4 py-2 text-sm text-warning-text"
    >
      <p className="flex min-w-0 items-center gap-2">
        <VenetianMask aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 break-words">
          {t.rich("<b>{actor}</b> is acting as <b>{person}</b> until <time></time>.", {
            actor,
            person,
            b: (chunks) => <strong className="font-semibold">{chunks}</strong>,
            time: () => <ExactTime at={until.toISOString()} />,
          })}
        </span>
      </p>
      <form method="post" action="/act-as/step/stop">
        <input type="hidden" name="tenant" value={tenantId} />
        <button type="submit" className="rounded font-semibold underline">
          {t("Stop")}
        </button>
      </form>
    </aside>
  );
}
