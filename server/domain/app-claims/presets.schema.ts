import type { AppClaimRule, ClaimPlace } from "./claims.schema";

/** Rules that a well-known app expects. docs/openid.md tells the settings of the app. Pages load this module. */
export interface ClaimPreset {
  name: string;
  rules: AppClaimRule[];
}

const signIn: ClaimPlace[] = ["id_token", "userinfo"];

const groups = (places: ClaimPlace[]): AppClaimRule => ({
  claim: "groups",
  source: { kind: "roles", of: "both" },
  condition: null,
  in: places,
});

/** Returns the rule for a role in Grafana of users with a role of the app of the same name. */
const grafanaRole = (role: string): AppClaimRule => ({
  claim: "grafana_role",
  source: { kind: "constant", value: role },
  condition: `"${role}" in appRoles`,
  in: signIn,
});

export const claimPresets = {
  grafana: {
    name: "Grafana",
    rules: [grafanaRole("GrafanaAdmin"), grafanaRole("Admin"), grafanaRole("Editor"), grafanaRole("Viewer")],
  },
  gitlab: {
    name: "GitLab",
    rules: [
      { claim: "nickname", source: { kind: "user", field: "userName" }, condition: null, in: signIn },
      groups(signIn),
    ],
  },
  kubernetes: {
    name: "Kubernetes",
    // The API server reads the ID token only, and accepts an address only with the proof.
    rules: [
      { claim: "email", source: { kind: "user", field: "email" }, condition: null, in: ["id_token"] },
      {
        claim: "email_verified",
        source: { kind: "user", field: "emailVerified" },
        condition: null,
        in: ["id_token"],
      },
      groups(["id_token"]),
    ],
  },
  argocd: { name: "Argo CD", rules: [groups(signIn)] },
  aws: {
    name: "AWS",
    // Session tags of AssumeRoleWithWebIdentity.
    rules: [
      {
        claim: "https://aws.amazon.com/tags",
        source: {
          kind: "expression",
          expression: '{"principal_tags": {"Email": [user.email]}, "transitive_tag_keys": ["Email"]}',
        },
        condition: null,
        in: ["id_token"],
      },
    ],
  },
} as const satisfies Record<string, ClaimPreset>;

export type ClaimPresetId = keyof typeof claimPresets;
