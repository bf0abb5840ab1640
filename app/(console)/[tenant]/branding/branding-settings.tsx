"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextareaField, TextField } from "@/components/form/form";
import { Skeleton } from "@/components/ui/feedback";
import { PageHeader, Section } from "@/components/ui/page/page";
import { QueryError } from "../../_frame/lists/query-error";
import { useAction } from "../../_frame/use-action";
import { ColourField } from "./colour-field";
import { PoweredBySurfaces } from "./powered-by";
import { Preview } from "./preview";

const brandingSchema = async () =>
  (await import("@/server/domain/tenant-config/tenant-config.schema")).Branding;

const ADDRESS = "https://…";

/** Form for the organization's branding. Shows a preview beside the form. */
export function BrandingSettings() {
  const t = useExtracted("branding");
  const trpc = useTRPC();
  const config = useQuery(trpc.tenantConfig.get.queryOptions({}));
  const surfaces = useQuery(trpc.tenantConfig.poweredBy.queryOptions({}));
  const update = useAction(trpc.tenantConfig.update.mutationOptions(), () =>
    t("The branding was saved. Pages and e-mails show it from now on."),
  );
  const failed = [config, surfaces].find(({ isLoadingError }) => isLoadingError);
  if (failed?.error) return <QueryError error={failed.error} retry={() => void failed.refetch()} />;
  const header = (
    <PageHeader
      title={t("Branding")}
      description={t("What your people see when they sign in or get an e-mail. Empty fields are left out.")}
    />
  );
  if (!config.data || !surfaces.data) {
    return (
      <>
        {header}
        <Skeleton className="h-96" />
      </>
    );
  }
  const { name, ...branding } = config.data;
  return (
    <>
      {header}
      <Form
        schema={brandingSchema}
        defaultValues={branding}
        onSubmit={(values, seen) => update({ ...values, ...seen })}
      >
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
          <Section title={t("Brand")}>
            <div className="space-y-4">
              <TextField
                name="brandName"
                label={t("Brand name")}
                nullable
                placeholder={name}
                hint={t("Shown instead of the organization’s name.")}
              />
              <TextField name="tagline" label={t("Tagline")} nullable hint={t("One line below the name.")} />
              <ColourField />
              <TextField
                name="brandLogoUrl"
                label={t("Logo address")}
                nullable
                inputMode="url"
                autoCapitalize="none"
                spellCheck={false}
                placeholder={ADDRESS}
                hint={t(
                  "An image on the web, preferably SVG or PNG with a transparent background. Users’ browsers load it from there.",
                )}
              />
              <TextareaField
                name="aboutDescription"
                label={t("About")}
                nullable
                hint={t("A few words below the sign-in form.")}
              />
              <TextField
                name="termsUrl"
                label={t("Terms of use")}
                nullable
                inputMode="url"
                placeholder={ADDRESS}
                spellCheck={false}
              />
              <TextField
                name="privacyUrl"
                label={t("Privacy policy")}
                nullable
                inputMode="url"
                placeholder={ADDRESS}
                spellCheck={false}
              />
              <SubmitButton>{t("Save")}</SubmitButton>
            </div>
          </Section>
          <Preview name={name} poweredBy={surfaces.data} />
        </div>
      </Form>
      <PoweredBySurfaces surfaces={surfaces.data} />
    </>
  );
}
