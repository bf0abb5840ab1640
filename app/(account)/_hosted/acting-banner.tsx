import { VenetianMask } from "lucide-react";
import { ExactTime } from "@/components/ui/text";

/** Says on every hosted page that it is not the person themselves who sits there, and lets the administrator stop. */
export const ActingBanner = ({
  tenantId,
  actor,
  person,
  until,
}: {
  tenantId: number;
  /** Who acts. */
  actor: string;
  /** As whom. */
  person: string;
  until: Date;
}) => (
  <aside
    aria-label="Acting as somebody else"
    className="sticky top-0 z-20 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b border-line bg-warning-soft px-4 py-2 text-sm text-warning-text"
  >
    <p className="flex min-w-0 items-center gap-2">
      <VenetianMask aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 break-words">
        <strong className="font-semibold">{actor}</strong> is acting as{" "}
        <strong className="font-semibold">{person}</strong> until <ExactTime at={until.toISOString()} />.
      </span>
    </p>
    <form method="post" action="/act-as/step/stop">
      <input type="hidden" name="tenant" value={tenantId} />
      <button type="submit" className="rounded font-semibold underline">
        Stop
      </button>
    </form>
  </aside>
);
