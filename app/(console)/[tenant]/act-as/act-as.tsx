"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import Link from "next/link";
import { useTRPC } from "@/components/data/trpc";
import { CheckboxField, Form, SubmitButton } from "@/components/form/form";
import { PageHeader, Section } from "@/components/ui/page/page";
import { NotLoaded } from "../../_frame/records/not-loaded";
import { useAction } from "../../_frame/use-action";
import { ActAsTable } from "./act-as-table";

const actAsSettings = async () => (await import("@/server/domain/act-as/act-as.schema")).ActAsSettings;

/** Settings for acting as a user: whether administrators may do so, and whether the user must approve. */
export function ActAs({
  tenant,
  mayManageTags,
  mayEndAll,
}: {
  tenant: string;
  mayManageTags: boolean;
  /**
   * True if the signed-in administrator may end the requests of all administrators. Otherwise the signed-in administrator may
   * end only their own requests.
   */
  mayEndAll: boolean;
}) {
  const t = useExtracted("act-as");
  const trpc = useTRPC();
  const query = useQuery(trpc.policies.actAs.queryOptions({}));
  const update = useAction(trpc.policies.updateActAs.mutationOptions(), () =>
    t("The act-as settings were saved."),
  );
  return (
    <>
      <PageHeader
        title={t("Act-as")}
        description={t(
          "To help a user, an administrator can open an app as that person and see what they see.",
        )}
      />
      <div className="grid max-w-5xl items-start gap-4 lg:grid-cols-2">
        <Section title={t("Settings")}>
          {!query.data ? (
            <NotLoaded query={query} className="h-24" />
          ) : (
            <Form
              schema={actAsSettings}
              defaultValues={query.data}
              onSubmit={(values, seen) => update({ ...values, ...seen })}
            >
              <CheckboxField
                name="enabled"
                label={t("Administrators may act as other people")}
                hint={t("Off: no administrator may, regardless of all other settings.")}
              />
              <CheckboxField
                name="requireApproval"
                label={t("The person must agree first")}
                hint={t("Each time. If this is off, an administrator can start without asking.")}
              />
              <SubmitButton>{t("Save")}</SubmitButton>
            </Form>
          )}
        </Section>
        <Section title={t("Good to know")}>
          <ul className="list-disc space-y-2 pl-4 text-ink-soft">
            <li>
              {t(
                "In the requested app, the administrator can do everything that the person can, for up to one hour. The app receives the administrator’s identity. Passwords, second factors and consents are not accessible.",
              )}
            </li>
            <li>
              {t(
                "To start, open a user’s profile and choose “Act as”. Only an owner can act as another administrator.",
              )}
            </li>
            <li>
              {t(
                "The tag policy “Administrators may act as them” determines whether administrators can act as the people who have the tag.",
              )}{" "}
              {mayManageTags && (
                <Link href={`/${tenant}/tags`} className="rounded text-accent-text underline">
                  {t("Tags")}
                </Link>
              )}
            </li>
            <li>
              {t(
                "Switching this off ends all running sessions at once. Everything is recorded in the audit log under both names.",
              )}
            </li>
          </ul>
        </Section>
      </div>
      <div className="mt-4">
        <ActAsTable tenant={tenant} mayEndAll={mayEndAll} />
      </div>
    </>
  );
}
