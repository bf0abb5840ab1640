"use client";

import { useExtracted } from "next-intl";
import Link from "next/link";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useId, type ReactNode } from "react";
import { Callout } from "@/components/ui/feedback";
import { NativeSelect } from "@/components/ui/input/input";
import { Section } from "@/components/ui/page/page";
import { Code, CodeBlock } from "@/components/ui/text";
import { claimPresets } from "@/server/domain/app-claims/presets.schema";
import type { AppDetail } from "@/server/domain/apps/console.schema";
import { useInSentence } from "../../../../_frame/words/in-sentence";
import { guideGroups, redirectOf, type Guide, type GuideGroup } from "./guides/guide";
import { guides } from "./guides/guides";

interface Shown {
  app: AppDetail;
  tenant: string;
  baseUrl: string;
}

/** Returns the names of the groups of guides. */
function useGroupNames(): Record<GuideGroup, string> {
  const t = useExtracted("apps");
  return {
    tools: t("Tools"),
    web: t("Web apps"),
    spa: t("Single-page apps"),
    products: t("Products and gateways"),
  };
}

/** Guides for an app that signs users in, with its values. The parameter `language` of the address chooses one. */
export function SignInGuides({ app, tenant, baseUrl }: Shown) {
  const t = useExtracted("apps");
  const names = useGroupNames();
  const field = useId();
  const kind = app.clientType === "public" ? "public" : "confidential";
  const offered = guides.filter(({ kinds }) => kinds.includes(kind));
  const ids = offered.map(({ id }) => id);
  const [language, setLanguage] = useQueryState("language", parseAsStringLiteral(ids).withDefault("curl"));
  const guide = offered.find(({ id }) => id === language);
  const groups = guideGroups
    .map((group) => ({ group, members: offered.filter((one) => one.group === group) }))
    .filter(({ members }) => members.length > 0);
  return (
    <Section
      title={t("Sign people in")}
      description={
        kind === "public"
          ? t("OpenID Connect, authorization code with PKCE. A public app has no secret.")
          : t(
              "OpenID Connect, authorization code with PKCE. The secret is read from CLIENT_SECRET. It was shown when the app was created; you can create a new one under Settings.",
            )
      }
    >
      <div className="space-y-4">
        <div>
          <label htmlFor={field} className="mb-1 block text-sm font-medium">
            {t("Guide")}
          </label>
          <NativeSelect
            id={field}
            value={language}
            onChange={(event) => void setLanguage(event.target.value)}
            className="w-full sm:w-80"
          >
            {groups.map(({ group, members }) => (
              <optgroup key={group} label={names[group]}>
                {members.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </optgroup>
            ))}
          </NativeSelect>
        </div>
        {guide && <GuideText guide={guide} app={app} tenant={tenant} baseUrl={baseUrl} />}
      </div>
    </Section>
  );
}

/** Text of a guide, and what the app needs for it. */
function GuideText({ guide, app, tenant, baseUrl }: Shown & { guide: Guide }) {
  const t = useExtracted("apps");
  const inSentence = useInSentence();
  const { clientId, signingAlgorithm } = app;
  const uris = [...(app.redirectUri === null ? [] : [app.redirectUri]), ...app.additionalRedirectUris];
  const { isRegistered, ...addresses } = redirectOf(guide, uris);
  const settings = `/${tenant}/apps/${app.appId}`;
  const toSettings = (chunks: ReactNode) => (
    <Link href={settings} className="rounded underline">
      {chunks}
    </Link>
  );
  const toClaims = (chunks: ReactNode) => (
    <Link href={`${settings}/claims`} className="rounded underline">
      {chunks}
    </Link>
  );
  return (
    <>
      <dl>
        <dt className="text-sm text-ink-faint">{t("Redirect URI of this guide")}</dt>
        <dd>
          <Code text={addresses.redirectUri} label={inSentence(t("Redirect URI of this guide"))} />
        </dd>
      </dl>
      {!isRegistered && uris.length > 0 && (
        <Callout tone="warning">
          {t.rich("The app does not have this redirect URI. Add it under <link>Settings</link>.", {
            link: toSettings,
          })}
        </Callout>
      )}
      {guide.algorithms && !guide.algorithms.includes(signingAlgorithm) && (
        <Callout tone="warning">
          {t.rich(
            "{guide} does not verify {algorithm} signatures. Choose {others} under <link>Settings</link>.",
            {
              guide: guide.label,
              algorithm: signingAlgorithm,
              others: guide.algorithms.join(", "),
              link: toSettings,
            },
          )}
        </Callout>
      )}
      {guide.preset && (
        <Callout>
          {t.rich("This guide needs the claims preset {preset}. Apply it under <link>Claims</link>.", {
            preset: claimPresets[guide.preset].name,
            link: toClaims,
          })}
        </Callout>
      )}
      <CodeBlock
        text={guide.code({
          clientId,
          isPublic: app.clientType === "public",
          signingAlgorithm,
          baseUrl,
          ...addresses,
        })}
        label={t("{language} example", { language: guide.label })}
      />
    </>
  );
}
