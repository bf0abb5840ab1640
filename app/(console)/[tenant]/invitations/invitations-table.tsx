"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MailPlus, MailX, Settings2 } from "lucide-react";
import { useExtracted } from "next-intl";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button, IconButton } from "@/components/ui/button";
import { Badge, EmptyState, type Tone } from "@/components/ui/feedback";
import { FilterSelect, SearchInput } from "@/components/ui/input/input";
import { useThisMinute } from "@/components/ui/format/now";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { PageHeader } from "@/components/ui/page/page";
import { RelativeTime } from "@/components/ui/text";
import type { Invitation } from "@/server/domain/invitations/invitations.schema";
import { QueryTable } from "../../_frame/lists/query-table";
import { useSorting } from "../../_frame/lists/use-sorting";
import { useAction } from "../../_frame/use-action";
import { useDialogInUrl } from "../../_frame/use-dialog-in-url";
import { invitationFilters, invitationQuery, stateOf, type InvitationState } from "./filters";

const InvitationTermDialog = lateDialog(() =>
  import("./invitation-dialogs").then((module) => module.InvitationTermDialog),
);
const InviteDialog = lateDialog(() => import("./invitation-dialogs").then((module) => module.InviteDialog));

function useStates(): Record<InvitationState, { label: string; tone: Tone }> {
  const t = useExtracted("invitations");
  return {
    pending: { label: t("Pending"), tone: "info" },
    accepted: { label: t("Accepted"), tone: "success" },
    expired: { label: t("Expired"), tone: "warning" },
    revoked: { label: t("Revoked"), tone: "neutral" },
  };
}

/** Returns the columns of the list. The button in a row calls `onRevoke` with the invitation. */
function useColumns({
  mayAppoint,
  onRevoke,
}: {
  mayAppoint: boolean;
  onRevoke: (invitation: Invitation) => void;
}): Column<Invitation>[] {
  const t = useExtracted("invitations");
  const states = useStates();
  const now = useThisMinute();
  return [
    {
      id: "email",
      sortBy: ({ email }) => email,
      header: t("E-mail"),
      width: 16,
      cell: ({ email }) => <span className="block max-w-72 truncate font-medium">{email}</span>,
    },
    {
      id: "name",
      sortBy: ({ name }) => name,
      header: t("Name"),
      width: 12,
      cell: ({ name }) => <span className="block max-w-56 truncate">{name}</span>,
      hideable: true,
    },
    {
      id: "kind",
      sortBy: ({ userKind }) => userKind,
      header: t("Invited as"),
      width: 8,
      cell: ({ userKind }) => (userKind === "tenant_admin" ? t("Administrator") : t("User")),
      hideable: true,
    },
    {
      id: "state",
      sortBy: (invitation) => states[stateOf(invitation, now)].label,
      header: t("State"),
      width: 7,
      cell: (invitation) => {
        const { label, tone } = states[stateOf(invitation, now)];
        return <Badge tone={tone}>{label}</Badge>;
      },
    },
    {
      id: "created",
      sortBy: ({ createdAt }) => createdAt,
      header: t("Invited"),
      width: 8,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} className="text-ink-soft" />,
      hideable: true,
    },
    {
      id: "ended",
      sortBy: ({ acceptedAt, revokedAt, expiresAt }) => acceptedAt ?? revokedAt ?? expiresAt,
      header: t("Expires"),
      width: 8,
      cell: ({ acceptedAt, revokedAt, expiresAt }) => (
        <RelativeTime at={acceptedAt ?? revokedAt ?? expiresAt} className="text-ink-soft" />
      ),
      hideable: true,
    },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (invitation) =>
        stateOf(invitation, now) === "pending" &&
        (mayAppoint || invitation.userKind === "end_user") && (
          <IconButton
            label={t("Revoke the invitation of {email}", { email: invitation.email })}
            onClick={() => onRevoke(invitation)}
          >
            <MailX aria-hidden />
          </IconButton>
        ),
    },
  ];
}

/** Lists the invitations with their states. `mayAppoint` is true if the signed-in administrator may invite administrators. */
export function InvitationsTable({ tenant, mayAppoint }: { tenant: string; mayAppoint: boolean }) {
  const t = useExtracted("invitations");
  const states = useStates();
  const trpc = useTRPC();
  const now = useThisMinute();
  const [filters, setFilters] = useQueryStates(invitationFilters, { history: "push" });
  const [inviting, setInviting] = useDialogInUrl("new");
  const [settingTerm, setSettingTerm] = useState(false);
  const [asked, setAsked] = useState<Invitation | null>(null);
  const query = useQuery(
    trpc.invitations.list.queryOptions(invitationQuery(filters), { placeholderData: keepPreviousData }),
  );
  const revoke = useAction(trpc.invitations.revoke.mutationOptions(), () => t("The invitation was revoked."));
  const needle = filters.search.toLowerCase();
  const rows = query.data
    ?.filter((invitation) => filters.state === "all" || stateOf(invitation, now) === filters.state)
    .filter(({ email, name }) => `${email} ${name ?? ""}`.toLowerCase().includes(needle));
  const columns = useColumns({ mayAppoint, onRevoke: setAsked });
  const invite = (
    <Button variant="primary" onClick={() => setInviting(true)}>
      <MailPlus aria-hidden />
      {t("Invite someone")}
    </Button>
  );
  const narrowed = filters.search !== "" || filters.state !== "pending";
  const sorting = useSorting(columns, rows);
  return (
    <>
      <PageHeader
        title={t("Invitations")}
        description={t(
          "People who were invited to join. Anyone with an invitation’s token proves the address and gets the account.",
        )}
        actions={
          <>
            <Button onClick={() => setSettingTerm(true)}>
              <Settings2 aria-hidden />
              {t("How long they are valid")}
            </Button>
            {invite}
          </>
        }
      />
      <QueryTable
        query={query}
        id="invitations"
        label={t("Invitations")}
        columns={columns}
        {...sorting}
        rowKey={({ invitationId }) => invitationId}
        toolbar={
          <>
            <SearchInput
              label={t("Search address or name")}
              value={filters.search}
              onChange={(search) => void setFilters({ search }, { history: "replace" })}
              className="w-full sm:w-72"
            />
            <FilterSelect
              label={t("State")}
              value={filters.state}
              options={[
                { value: "all", label: t("All statuses") },
                ...Object.entries(states).map(([value, { label }]) => ({ value, label })),
              ]}
              onChange={(state) => void setFilters({ state: state as InvitationState })}
            />
          </>
        }
        empty={
          narrowed ? (
            <EmptyState
              icon={MailPlus}
              title={t("No invitation matches")}
              action={<Button onClick={() => void setFilters(null)}>{t("Show the pending ones")}</Button>}
            />
          ) : (
            <EmptyState icon={MailPlus} title={t("No invitation is pending")} action={invite}>
              {mayAppoint
                ? t("Invite a person who has no account here yet, as a user or as an administrator.")
                : t("Invite a person who has no account here yet.")}
            </EmptyState>
          )
        }
      />
      <InviteDialog tenant={tenant} mayAppoint={mayAppoint} open={inviting} onOpenChange={setInviting} />
      <InvitationTermDialog open={settingTerm} onOpenChange={setSettingTerm} />
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={t("Revoke the invitation of {email}?", { email: asked?.email ?? "" })}
        action={t("Revoke invitation")}
        danger
        onConfirm={async () => asked && revoke({ invitationId: asked.invitationId })}
      >
        <p>{t("Its token stops working at once. The address can be invited again.")}</p>
      </ConfirmDialog>
    </>
  );
}
