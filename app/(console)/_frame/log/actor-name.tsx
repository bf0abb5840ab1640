import { UserCog } from "lucide-react";
import { useExtracted } from "next-intl";
import type { LoggedEvent } from "@/server/domain/audit/audit.schema";

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
