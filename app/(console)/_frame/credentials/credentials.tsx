"use client";

import { KeyRound, MoreHorizontal, Plus, RotateCw, ShieldOff } from "lucide-react";
import { useExtracted } from "next-intl";
import { parseAsInteger, useQueryState } from "nuqs";
import { useState, type ReactNode } from "react";
import { DataTable, type Column } from "@/components/data-table/data-table";
import { Button, IconButton } from "@/components/ui/button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { SearchInput } from "@/components/ui/input";
import { ConfirmDialog, Dialog, Menu, MenuItem } from "@/components/ui/overlay";
import { PageHeader } from "@/components/ui/page";
import { Code, RelativeTime, SecretReveal } from "@/components/ui/text";
import { NothingFound, useSearch } from "../lists/searched-table";
import { useDialogInUrl } from "../use-dialog-in-url";
import { useSorting } from "../lists/use-sorting";

/** Common properties of a tenant's and of the platform's credentials. */
interface ListedCredential {
  credentialId: number;
  name: string;
  clientId: string;
  capabilities: string[];
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

export interface IssuedSecret {
  name: string;
  clientId: string;
  clientSecret: string;
}

interface Props<Credential extends ListedCredential> {
  description: string;
  credentials: Credential[] | undefined;
  error: ReactNode;
  /** Columns for this kind of credential only. */
  extra?: Column<Credential>[];
  /** Returns true if a credential that is not revoked gets no tokens, because its account is suspended. */
  stopped?: (credential: Credential) => boolean;
  /** Form that creates a credential and passes its secret to `created`. */
  form: (created: (secret: IssuedSecret) => void, cancel: () => void) => ReactNode;
  rotate: (credential: Credential) => Promise<IssuedSecret>;
  revoke: (credential: Credential) => Promise<unknown>;
  /** Further actions on a credential. */
  actions?: (credential: Credential) => ReactNode;
}

/** Lists the management credentials with their capabilities and their last use. */
export function Credentials<Credential extends ListedCredential>({
  description,
  credentials,
  error,
  extra = [],
  stopped,
  form,
  rotate,
  revoke,
  actions,
}: Props<Credential>) {
  const t = useExtracted("console");
  const [adding, setAdding] = useDialogInUrl("new", "account");
  const [toRotate, setToRotate] = useQueryState("rotate", parseAsInteger);
  const [toRevoke, setToRevoke] = useState<Credential | null>(null);
  const [issued, setIssued] = useState<IssuedSecret | null>(null);
  const columns: Column<Credential>[] = [
    {
      id: "name",
      sortBy: ({ name }) => name,
      header: t("Name"),
      width: 12,
      cell: ({ name }) => (
        <span className="block max-w-52 truncate" title={name}>
          {name}
        </span>
      ),
    },
    {
      id: "state",
      header: t("State"),
      width: 6,
      cell: (credential) =>
        credential.revokedAt ? (
          <Badge tone="danger">{t("Revoked")}</Badge>
        ) : stopped?.(credential) ? (
          <Badge tone="warning">{t("Account suspended")}</Badge>
        ) : (
          <Badge tone="success">{t("Live")}</Badge>
        ),
    },
    {
      id: "clientId",
      header: t("Client id"),
      width: 14,
      cell: (credential) => (
        <span className="block max-w-56">
          <Code text={credential.clientId} label={t("client id")} />
        </span>
      ),
      hideable: true,
    },
    {
      id: "capabilities",
      sortBy: ({ capabilities }) => capabilities.length,
      header: t("Capabilities"),
      width: 9,
      cell: (credential) => (
        <span title={credential.capabilities.join(", ")} className="block max-w-44 truncate text-ink-soft">
          {credential.capabilities.length === 1
            ? credential.capabilities[0]
            : t("{count} capabilities", { count: String(credential.capabilities.length) })}
        </span>
      ),
      hideable: true,
    },
    ...extra,
    {
      id: "used",
      sortBy: ({ lastUsedAt }) => lastUsedAt,
      header: t("Last used"),
      width: 8,
      cell: (credential) =>
        credential.lastUsedAt ? (
          <RelativeTime at={credential.lastUsedAt} />
        ) : (
          <span className="text-ink-faint">{t("Never")}</span>
        ),
      hideable: true,
    },
    {
      id: "created",
      sortBy: ({ createdAt }) => createdAt,
      header: t("Created"),
      width: 8,
      cell: (credential) => <RelativeTime at={credential.createdAt} className="text-ink-soft" />,
      hideable: true,
      defaultHidden: true,
    },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (credential) =>
        credential.revokedAt === null && (
          <Menu
            trigger={
              <IconButton label={t("Actions for {name}", { name: credential.name })}>
                <MoreHorizontal />
              </IconButton>
            }
          >
            {actions?.(credential)}
            <MenuItem onSelect={() => void setToRotate(credential.credentialId)}>
              <RotateCw aria-hidden />
              {t("Rotate secret…")}
            </MenuItem>
            <MenuItem danger onSelect={() => setToRevoke(credential)}>
              <ShieldOff aria-hidden />
              {t("Revoke…")}
            </MenuItem>
          </Menu>
        ),
    },
  ];
  const [sought, setSought] = useSearch();
  const sorting = useSorting(
    columns,
    credentials?.filter(({ name, clientId }) =>
      `${name} ${clientId}`.toLowerCase().includes(sought.toLowerCase()),
    ),
  );
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      {t("New credential")}
    </Button>
  );
  const rotating = credentials?.find(
    ({ credentialId, revokedAt }) => credentialId === toRotate && revokedAt === null,
  );
  return (
    <>
      <PageHeader title={t("API access")} description={description} actions={add} />
      <DataTable
        id="credentials"
        label={t("Credentials")}
        columns={columns}
        {...sorting}
        rowKey={(credential) => credential.credentialId}
        error={error}
        toolbar={
          <SearchInput
            label={t("Search credentials")}
            value={sought}
            onChange={(next) => void setSought(next)}
            className="w-full sm:w-72"
          />
        }
        empty={
          sought === "" ? (
            <EmptyState icon={KeyRound} title={t("No credentials yet")} action={add}>
              {t(
                "A credential lets a program of yours get access tokens, with the capabilities that you choose and no others.",
              )}
            </EmptyState>
          ) : (
            <NothingFound
              icon={KeyRound}
              title={t("No credential matches")}
              clear={() => void setSought(null)}
            />
          )
        }
      />
      <Dialog
        open={adding}
        onOpenChange={setAdding}
        title={t("New credential")}
        description={t("Its capabilities bound what its tokens can ever do.")}
        wide
      >
        {form(
          (secret) => {
            setAdding(false);
            setIssued(secret);
          },
          () => setAdding(false),
        )}
      </Dialog>
      <Dialog
        open={issued !== null}
        onOpenChange={() => setIssued(null)}
        title={t("Secret of {name}", { name: issued?.name ?? "" })}
        sticky
      >
        {issued && (
          <SecretReveal
            filename={`${issued.clientId}.txt`}
            values={[
              { label: "client_id", value: issued.clientId },
              { label: "client_secret", value: issued.clientSecret },
            ]}
            onDone={() => setIssued(null)}
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={rotating !== undefined}
        onOpenChange={() => void setToRotate(null)}
        title={t("Rotate the secret of {name}?", { name: rotating?.name ?? "" })}
        action={t("Rotate secret")}
        danger
        onConfirm={async () => rotating && setIssued(await rotate(rotating))}
      >
        <p>
          {t(
            "The old secret and every access token issued under it stop working at once. What uses them must be given the new secret.",
          )}
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={toRevoke !== null}
        onOpenChange={() => setToRevoke(null)}
        title={t("Revoke {name}?", { name: toRevoke?.name ?? "" })}
        action={t("Revoke credential")}
        danger
        typed={toRevoke?.name ?? ""}
        onConfirm={async () => toRevoke && revoke(toRevoke)}
      >
        <p>
          {t(
            "Its secret and every access token of it stop working at once. This cannot be undone; what uses it needs a new credential.",
          )}
        </p>
      </ConfirmDialog>
    </>
  );
}

/** Returns the capabilities of a credential as options of a form. */
export const capabilityOptions = (
  capabilities: Record<string, string>,
  may: (name: string) => boolean = () => true,
) =>
  Object.entries(capabilities)
    .filter(([name]) => may(name))
    .map(([value, hint]) => ({ value, label: value, hint }));
