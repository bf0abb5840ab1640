"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartColumn, KeyRound, Plus, ShieldOff } from "lucide-react";
import { useExtracted } from "next-intl";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { Button, IconButton } from "@/components/ui/button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { ConfirmDialog, Dialog } from "@/components/ui/dialog/overlay";
import { SecretDialog } from "@/components/ui/dialog/secret-dialog";
import { ExactTime, RelativeTime } from "@/components/ui/text";
import type { ScimToken } from "@/server/domain/scim-tokens/scim-tokens.schema";
import { SearchedTable } from "../../_frame/lists/searched-table";
import { useAction } from "../../_frame/use-action";
import { useDialogInUrl } from "../../_frame/use-dialog-in-url";
import { useCreatedColumn, useLastTimeColumn } from "../../_frame/lists/time-columns";

const NewTokenForm = dynamic(() => import("./new-token").then((module) => module.NewTokenForm), {
  ssr: false,
});

const TokenUsageDialog = dynamic(() => import("./token-usage").then((module) => module.TokenUsageDialog), {
  ssr: false,
});

const faint = (text: string) => <span className="text-ink-faint">{text}</span>;

/** Returns the columns of the list. The buttons of a row call `onUsage` and `onRevoke`. */
function useColumns({
  onUsage,
  onRevoke,
}: Record<"onUsage" | "onRevoke", (token: ScimToken) => void>): Column<ScimToken>[] {
  const t = useExtracted("scim");
  const states = {
    active: <Badge tone="success">{t("Active")}</Badge>,
    expired: <Badge tone="warning">{t("Expired")}</Badge>,
    revoked: <Badge tone="danger">{t("Revoked")}</Badge>,
  };
  const created = useCreatedColumn<ScimToken>({ sortBy: ({ createdAt }) => createdAt });
  const used = useLastTimeColumn<ScimToken>({ header: t("Last used"), at: (row) => row.lastUsedAt });
  return [
    {
      id: "name",
      sortBy: ({ name }) => name,
      header: t("Name"),
      width: 12,
      cell: ({ name }) => <span className="block max-w-60 truncate font-medium">{name}</span>,
    },
    {
      id: "state",
      sortBy: ({ status }) => status,
      header: t("State"),
      width: 6,
      cell: ({ status }) => states[status],
    },
    used,
    {
      id: "expires",
      sortBy: ({ expiresAt }) => expiresAt,
      header: t("Expires"),
      width: 8,
      cell: ({ expiresAt }) => (expiresAt ? <ExactTime at={expiresAt} /> : faint(t("Never"))),
    },
    created,
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (token) => (
        <span className="inline-flex gap-1">
          <IconButton label={t("Usage of {token}", { token: token.name })} onClick={() => onUsage(token)}>
            <ChartColumn aria-hidden />
          </IconButton>
          {token.status !== "revoked" && (
            <IconButton label={t("Revoke {token}", { token: token.name })} onClick={() => onRevoke(token)}>
              <ShieldOff aria-hidden />
            </IconButton>
          )}
        </span>
      ),
    },
  ];
}

/** Lists the SCIM tokens of identity providers. */
export function TokensTable() {
  const t = useExtracted("scim");
  const trpc = useTRPC();
  const query = useQuery(trpc.scim.tokens.queryOptions({}));
  const [adding, setAdding] = useDialogInUrl("new");
  const [issued, setIssued] = useState<{ name: string; token: string } | null>(null);
  const [usageOf, setUsageOf] = useState<ScimToken | null>(null);
  const [asked, setAsked] = useState<ScimToken | null>(null);
  const columns = useColumns({ onUsage: setUsageOf, onRevoke: setAsked });
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      {t("New token")}
    </Button>
  );
  return (
    <>
      <SearchedTable
        query={query}
        id="scim-tokens"
        label={t("SCIM tokens")}
        columns={columns}
        rowKey={({ tokenId }) => tokenId}
        search={{
          label: t("Search tokens"),
          textOf: ({ name }) => [name],
          none: t("No token matches"),
          icon: KeyRound,
        }}
        toolbar={(field) => (
          <>
            <h2 className="px-2 font-semibold">{t("Tokens")}</h2>
            {field}
            <span className="ml-auto">{add}</span>
          </>
        )}
        empty={
          <EmptyState icon={KeyRound} title={t("No tokens yet")}>
            {t(
              "A token gives one identity provider access. Create one for each provider, so that you can revoke each separately.",
            )}
          </EmptyState>
        }
      />
      <Dialog
        open={adding}
        onOpenChange={setAdding}
        title={t("New SCIM token")}
        description={t(
          "Anyone with this token may create, change and deactivate people, and decide who has governed roles.",
        )}
      >
        <NewTokenForm
          cancel={() => setAdding(false)}
          created={(secret) => {
            setAdding(false);
            setIssued(secret);
          }}
        />
      </Dialog>
      <SecretDialog
        title={t("Token for {name}", { name: issued?.name ?? "" })}
        secret={
          issued && { filename: "scim-token.txt", values: [{ label: t("SCIM token"), value: issued.token }] }
        }
        onDone={() => setIssued(null)}
      />
      {usageOf && <TokenUsageDialog token={usageOf} onClose={() => setUsageOf(null)} />}
      <RevokeDialog token={asked} onClose={() => setAsked(null)} />
    </>
  );
}

/** Dialog that revokes a token after a confirmation. */
function RevokeDialog({ token, onClose }: { token: ScimToken | null; onClose: () => void }) {
  const t = useExtracted("scim");
  const revoke = useAction(useTRPC().scim.revokeToken.mutationOptions(), () => t("The token was revoked."));
  return (
    <ConfirmDialog
      open={token !== null}
      onOpenChange={onClose}
      title={t("Revoke the token {token}?", { token: token?.name ?? "" })}
      action={t("Revoke token")}
      danger
      typed={token?.name ?? ""}
      onConfirm={async () => token && revoke({ tokenId: token.tokenId })}
    >
      <p>
        {token?.lastUsedAt
          ? t.rich("It was last used <ago></ago>.", {
              ago: () => <RelativeTime at={token.lastUsedAt!} />,
            })
          : t("It has never been used.")}{" "}
        {t(
          "The provider that uses it is refused at once. From now on, its additions, changes and deactivations do not arrive here. This cannot be undone. The provider needs a new token.",
        )}
      </p>
      <p>
        {t(
          "The people that it created stay unchanged and keep their access until someone changes that here.",
        )}
      </p>
    </ConfirmDialog>
  );
}
