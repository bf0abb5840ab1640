import { Badge } from "@/components/ui/feedback";

/** Whether a person may sign in, in a word or two. */
export const UserState = ({ status, locked }: { status: "active" | "suspended"; locked: boolean }) => (
  <span className="inline-flex gap-1">
    {status === "active" ? <Badge tone="success">Active</Badge> : <Badge>Suspended</Badge>}
    {locked && <Badge tone="warning">Locked</Badge>}
  </span>
);

/** Whether a session could still be used. */
export const isLive = ({ revokedAt, expiresAt }: { revokedAt: string | null; expiresAt: string }) =>
  revokedAt === null && new Date(expiresAt) > new Date();
