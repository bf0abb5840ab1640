"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import Link from "next/link";
import { useTRPC } from "@/components/data/trpc";
import { Form, SelectField, SubmitButton } from "@/components/form/form";
import { Section } from "@/components/ui/page";
import type { AppDetail } from "@/server/domain/apps/console.schema";
import { useAction } from "../../../_frame/use-action";

const NONE = "none";
const linkForm = async () => (await import("./app-schemas")).LinkForm;

/** Which service account an app's own tokens name, if it may get any. */
export function MachineSection({ app, tenant }: { app: AppDetail; tenant: string }) {
  const t = useExtracted("apps");
  const trpc = useTRPC();
  const { data: accounts = [] } = useQuery(trpc.serviceAccounts.list.queryOptions({}));
  const link = useAction(trpc.apps.setServiceAccount.mutationOptions(), ({ serviceAccountId }) =>
    serviceAccountId === null
      ? t("{name} gets no tokens of its own any more.", { name: app.name })
      : t("{name} can get tokens of its own.", { name: app.name }),
  );
  const linked = app.serviceAccount;
  return (
    <Section
      title={t("Tokens of its own")}
      description={t(
        "A program that nobody signs in to gets tokens in the name of a service account, by the client credentials grant (RFC 6749).",
      )}
    >
      <Form
        // The list of accounts arrives after the form: without a new one it would show the first of them.
        key={`${linked?.userId} ${accounts.length}`}
        schema={linkForm}
        defaultValues={{ account: linked ? String(linked.userId) : NONE }}
        onSubmit={({ account }) =>
          link({ appId: app.appId, serviceAccountId: account === NONE ? null : Number(account) })
        }
      >
        <SelectField
          name="account"
          label={t("Service account")}
          hint={t("Taking it away ends the tokens that the app has of its own, at once.")}
          options={[
            { value: NONE, label: t("None: only for people who sign in") },
            ...accounts.map(({ userId, name }) => ({ value: String(userId), label: name })),
          ]}
        />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton>{t("Save account")}</SubmitButton>
          <Link href={`/${tenant}/service-accounts`} className="rounded text-sm text-accent-text underline">
            {t("Service accounts")}
          </Link>
        </div>
      </Form>
    </Section>
  );
}
