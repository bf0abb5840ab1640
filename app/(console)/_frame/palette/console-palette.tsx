"use client";

import { useCallback } from "react";
import type { NavigationGroup } from "@/components/shell/app-shell";
import { CommandPalette } from "@/components/shell/command-palette";
import { recentPlaces } from "@/components/shell/recent-places";
import { useExtracted } from "next-intl";
import { usePaletteActions } from "./palette-actions";
import { usePaletteSearch } from "./palette-search";
import { isCalled } from "./palette-words";

/** Command palette of one workspace. */
export function ConsolePalette({
  tenant,
  navigation,
  open,
  onOpenChange,
  onSignOut,
}: {
  /** Slug of the tenant. Null on the platform. */
  tenant: string | null;
  /** Areas that the administrator may open. */
  navigation: NavigationGroup[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSignOut: () => void;
}) {
  const base = tenant === null ? "/platform" : `/${tenant}`;
  const has = useCallback(
    (path: string) => navigation.some(({ items }) => items.some(({ href }) => href === base + path)),
    [navigation, base],
  );
  const place = { tenant, has };
  const synonyms = useAreaSynonyms();
  const areas = navigation.map(({ label, items }) => ({
    label,
    items: items.map((item) => ({
      id: item.href,
      ...item,
      also: tenant === null ? undefined : synonyms[item.href.slice(base.length)],
    })),
  }));
  return (
    <CommandPalette
      open={open}
      onOpenChange={onOpenChange}
      areas={areas}
      actions={usePaletteActions(place, onSignOut)}
      recent={recentPlaces(base)}
      isCalled={isCalled}
      search={usePaletteSearch(place)}
    />
  );
}

/**
 * Returns other words for the areas of an organization, by path: the words of other consoles and of everyday language. The
 * palette finds an area by the beginnings of these words.
 */
function useAreaSynonyms(): Readonly<Record<string, string>> {
  const t = useExtracted("console");
  return {
    "/approvals": t("requests pending inbox tasks"),
    "/users": t("people accounts members lock unlock block suspend reset password directory"),
    "/administrators": t("admins owners permissions"),
    "/invitations": t("invite onboarding"),
    "/tags": t("labels groups segments"),
    "/custom-fields": t("attributes metadata schema"),
    "/roles": t("groups permissions rbac entitlements"),
    "/apps": t("applications clients oauth oidc redirect"),
    "/governance": t("approval privileged access review"),
    "/access-rules": t("conditional access policies countries geo block ip address allow deny hours"),
    "/devices": t("computers phones trust"),
    "/sign-in-methods": t(
      "sso saml oidc ldap google microsoft connectors identity providers federation login",
    ),
    "/sign-in-options": t(
      "mfa 2fa two-factor totp authenticator sms text passkeys passwords codes magic link",
    ),
    "/session-policy": t("timeout idle lifetime refresh tokens"),
    "/act-as": t("impersonation support"),
    "/security": t("alerts risk attacks sign-ins mfa reset threats"),
    "/api-access": t("api keys credentials tokens client secret"),
    "/service-accounts": t("machines bots robots"),
    "/scim": t("provisioning directory sync okta entra"),
    "/role-sync": t("group sync mapping"),
    "/webhooks": t("events callbacks endpoints deliveries"),
    "/settings": t("name language time zone retention"),
    "/branding": t("logo colours colors theme favicon appearance"),
    "/domain": t("dns url custom address"),
    "/notifications": t("mails alerts channels"),
    "/documents": t("templates pdf invoices"),
    "/audit": t("history events activity log trail"),
    "/data-export": t("backup download gdpr"),
    "/storage": t("database migration"),
  };
}
