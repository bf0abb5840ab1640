import { useExtracted } from "next-intl";
import { Badge } from "@/components/ui/feedback";

/** Badges for the state of a user. */
export function UserState({ status, locked }: { status: "active" | "suspended"; locked: boolean }) {
  const t = useExtracted("users");
  return (
    <span className="inline-flex flex-wrap gap-1">
      {status === "active" ? <Badge tone="success">{t("Active")}</Badge> : <Badge>{t("Suspended")}</Badge>}
      {locked && <Badge tone="warning">{t("Locked")}</Badge>}
    </span>
  );
}

/** Returns true if the session is active: not revoked and not expired. */
export const isLive = ({ revokedAt, expiresAt }: { revokedAt: string | null; expiresAt: string }) =>
  revokedAt === null && new Date(expiresAt) > new Date();
