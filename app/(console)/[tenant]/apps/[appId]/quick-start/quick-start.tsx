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
import { signsNobodyIn } from "../app-frame";
import { machineSnippets } from "./machine-snippets";
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
  const isMachine = signsNobodyIn(app);
  const { clientId, signingAlgorithm } = app;
  // Without a redirect URI, the code contains one to replace. An empty one would be code that cannot work.
  const redirectUri = app.redirectUri ?? "https://your-app.example/callback";
  const examples = isMachine
    ? machineSnippets.map(({ code, ...one }) => ({
        ...one,
        text: code({ clientId, scopes: app.ownScopes, baseUrl }),
      }))
    : snippets.map(({ code, ...one }) => ({
        ...one,
        text: code({ clientId, isPublic, redirectUri, signingAlgorithm, baseUrl }),
      }));
  const addresses: [label: string, text: string][] = [
    [t("Client id"), app.clientId],
    [t("Issuer"), baseUrl],
    [t("Discovery"), `${baseUrl}/.well-known/openid-configuration`],
    [t("Token"), `${baseUrl}/token`],
    [t("Keys"), `${baseUrl}/jwks`],
  ];
  if (!isMachine)
    addresses.push(
      [t("Authorize"), `${baseUrl}/authorize`],
      [t("User info"), `${baseUrl}/userinfo`],
      [t("Sign out"), `${baseUrl}/end_session`],
    );
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
      {app.redirectUri === null && !isMachine && (
        <Callout tone="warning" title={t("The app has no redirect URI")}>
          {t("Users cannot sign in to it until you add one under Settings.")}
        </Callout>
      )}
      <Section
        title={isMachine ? t("Get a token") : t("Sign people in")}
        description={
          isMachine
            ? t(
                "Client credentials grant. The secret is read from CLIENT_SECRET. It was shown when the app was created; you can create a new one under Settings.",
              )
            : isPublic
              ? t("OpenID Connect, authorization code with PKCE. A public app has no secret.")
              : t(
                  "OpenID Connect, authorization code with PKCE. The secret is read from CLIENT_SECRET. It was shown when the app was created; you can create a new one under Settings.",
                )
        }
      >
        <Tabs
          label={t("Language")}
          value={examples.some(({ id }) => id === language) ? language : "curl"}
          onChange={(id) => void setLanguage(id as (typeof ids)[number])}
          tabs={examples.map(({ id, label, text }) => ({
            id,
            label,
            content: <CodeBlock text={text} label={t("{language} example", { language: label })} />,
          }))}
        />
      </Section>
    </DetailLayout>
  );
}
