"use client";

import { KeyRound, Plus, MoreHorizontal, RotateCw, ShieldOff } from "lucide-react";
import { useExtracted } from "next-intl";
import { parseAsInteger, useQueryState } from "nuqs";
import { useState, type ReactNode } from "react";
import { DataTable, type Column } from "@/components/data-table/data-table";
import { Button, IconButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { SearchInput } from "@/components/ui/input/input";
import { Dialog, Menu, MenuItem } from "@/components/ui/dialog/overlay";
import { PageHeader } from "@/components/ui/page/page";
import { NothingFound, useSearch } from "../lists/searched-table";
import { useDialogInUrl } from "../use-dialog-in-url";
import type { WordTable } from "../words/word-table";
import { useSorting } from "../lists/use-sorting";
import { useCredentialColumns, type ListedCredential } from "./credential-columns";
import { RevokeDialog, RotateDialog } from "./credential-dialogs";
import { IssuedSecretDialog, type IssuedSecret } from "./issued-secret-dialog";

interface Props<Credential extends ListedCredential> {
  description: string;
  credentials: Credential[] | undefined;
  error: ReactNode;
  /** Additional columns for this kind of credential. */
  extra?: Column<Credential>[];
  /**
   * Returns true if the account of the credential is suspended. The credential then gets no tokens, although it is not revoked.
   */
  stopped?: (credential: Credential) => boolean;
  /** Renders the form that creates a credential. The form passes the secret of the new credential to `created`. */
  form: (created: (secret: IssuedSecret) => void, cancel: () => void) => ReactNode;
  rotate: (credential: Credential) => Promise<IssuedSecret>;
  revoke: (credential: Credential) => Promise<unknown>;
  /** Renders additional actions for a credential. */
  actions?: (credential: Credential) => ReactNode;
}

/** Lists management credentials with their capabilities and their last use. */
export function Credentials<Credential extends ListedCredential>({
  description,
  credentials,
  error,
  extra = [],
  stopped = () => false,
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
  const columns = useCredentialColumns<Credential>({
    extra,
    stopped,
    menu: (credential) => (
      <CredentialMenu
        name={credential.name}
        onRotate={() => void setToRotate(credential.credentialId)}
        onRevoke={() => setToRevoke(credential)}
      >
        {actions?.(credential)}
      </CredentialMenu>
    ),
  });
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
        description={t("Its tokens can never exceed these capabilities.")}
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
      <IssuedSecretDialog issued={issued} onDone={() => setIssued(null)} />
      <RotateDialog
        credential={rotating}
        onClose={() => void setToRotate(null)}
        onConfirm={async (credential) => setIssued(await rotate(credential))}
      />
      <RevokeDialog credential={toRevoke} onClose={() => setToRevoke(null)} onConfirm={revoke} />
    </>
  );
}

/** Returns capabilities with their descriptions as options of a form. */
export const capabilityOptions = (capabilities: WordTable, may: (name: string) => boolean = () => true) =>
  Object.entries(capabilities)
    .filter(([name]) => may(name))
    .map(([value, words]) => ({ value, label: value, hint: words() }));

/** Menu of a credential. `children` are additional actions for one kind of credential. */
function CredentialMenu({
  name,
  onRotate,
  onRevoke,
  children,
}: {
  name: string;
  onRotate: () => void;
  onRevoke: () => void;
  children: ReactNode;
}) {
  const t = useExtracted("console");
  return (
    <Menu
      trigger={
        <IconButton label={t("Actions for {name}", { name: name })}>
          <MoreHorizontal />
        </IconButton>
      }
    >
      {children}
      <MenuItem onSelect={onRotate}>
        <RotateCw aria-hidden />
        {t("Rotate secret…")}
      </MenuItem>
      <MenuItem danger onSelect={onRevoke}>
        <ShieldOff aria-hidden />
        {t("Revoke…")}
      </MenuItem>
    </Menu>
  );
}
