"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { Callout } from "@/components/ui/feedback";
import { DetailLayout, Section } from "@/components/ui/page/page";
import { Tabs } from "@/components/ui/page/tabs";
import { Code, CodeBlock } from "@/components/ui/text";
import { useInSentence } from "../../../../_frame/words/in-sentence";
import { snippets } from "./snippets";

const ids = ["curl", "node", "next", "python"] as const;

/** Example code that contains the client id of the app and the addresses of this server. */
export function QuickStart({ appId, baseUrl }: { appId: number; baseUrl: string }) {
  const t = useExtracted("apps");
  const inSentence = useInSentence();
  const { data: app } = useQuery(useTRPC().apps.detail.queryOptions({ appId }));
  const [language, setLanguage] = useQueryState("language", parseAsStringLiteral(ids).withDefault("curl"));
  if (!app) return null;
  const isPublic = app.clientType === "public";
  const values = { clientId: app.clientId, isPublic, redirectUri: app.redirectUri ?? "", baseUrl };
  const addresses = [
    [t("Client id"), app.clientId],
    [t("Issuer"), baseUrl],
    [t("Discovery"), `${baseUrl}/.well-known/openid-configuration`],
    [t("Authorize"), `${baseUrl}/authorize`],
    [t("Token"), `${baseUrl}/token`],
    [t("User info"), `${baseUrl}/userinfo`],
    [t("Keys"), `${baseUrl}/jwks`],
    [t("Sign out"), `${baseUrl}/end_session`],
  ] as const;
  return (
    <DetailLayout
      aside={
        <Section
          title={t("Addresses")}
          description={t("Libraries find the rest from the discovery address.")}
          flush
        >
          <dl className="divide-y divide-line">
            {addresses.map(([label, text]) => (
              <div key={label} className="px-4 py-1.5">
                <dt className="text-sm text-ink-faint">{label}</dt>
                <dd>
                  <Code text={text} label={inSentence(label)} />
                </dd>
              </div>
            ))}
          </dl>
        </Section>
      }
    >
      {app.redirectUri === null && (
        <Callout tone="warning" title={t("The app has no redirect URI")}>
          {t("Users cannot sign in to it until you add one under Settings.")}
        </Callout>
      )}
      <Section
        title={t("Sign people in")}
        description={
          isPublic
            ? t("OpenID Connect, authorization code with PKCE. A public app has no secret.")
            : t(
                "OpenID Connect, authorization code with PKCE. The secret is read from CLIENT_SECRET. It was shown when the app was created; you can create a new one under Settings.",
              )
        }
      >
        <Tabs
          label={t("Language")}
          value={language}
          onChange={(id) => void setLanguage(id as (typeof ids)[number])}
          tabs={snippets.map(({ id, label, code }) => ({
            id,
            label,
            content: <CodeBlock text={code(values)} label={t("{language} example", { language: label })} />,
          }))}
        />
      </Section>
    </DetailLayout>
  );
}
