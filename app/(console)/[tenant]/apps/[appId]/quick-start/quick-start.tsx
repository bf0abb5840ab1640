"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Callout } from "@/components/ui/feedback";
import { DetailLayout, Section } from "@/components/ui/page/page";
import { Code } from "@/components/ui/text";
import { useInSentence } from "../../../../_frame/words/in-sentence";
import { signsNobodyIn } from "../app-frame";
import { MachineExamples } from "./machine-examples";
import { SignInGuides } from "./sign-in-guides";

/** Guides that contain the client id of the app and the addresses of this server. */
export function QuickStart({ tenant, appId, baseUrl }: { tenant: string; appId: number; baseUrl: string }) {
  const t = useExtracted("apps");
  const inSentence = useInSentence();
  const { data: app } = useQuery(useTRPC().apps.detail.queryOptions({ appId }));
  if (!app) return null;
  const isMachine = signsNobodyIn(app);
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
      {isMachine ? (
        <MachineExamples app={app} baseUrl={baseUrl} />
      ) : (
        <SignInGuides app={app} tenant={tenant} baseUrl={baseUrl} />
      )}
    </DetailLayout>
  );
}
