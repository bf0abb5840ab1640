import { isInsecure, SCOPE, type Guide, type GuideValues } from "./guide";

const BASIC_SCOPE = "openid profile email";

const grafana = ({ clientId, appUrl, baseUrl }: GuideValues) => `; grafana.ini, Grafana 12
[server]
root_url = ${appUrl}/

[auth.generic_oauth]
enabled = true
name = Your organization
client_id = ${clientId}
client_secret = $__env{CLIENT_SECRET}
scopes = ${BASIC_SCOPE}
auth_url = ${baseUrl}/authorize
token_url = ${baseUrl}/token
api_url = ${baseUrl}/userinfo
use_pkce = true
; Roles of the app: GrafanaAdmin, Admin, Editor, Viewer. Users without one are refused.
role_attribute_path = grafana_role
role_attribute_strict = true
allow_assign_grafana_admin = true`;

const gitlab = ({
  clientId,
  redirectUri,
  baseUrl,
}: GuideValues) => `# /etc/gitlab/gitlab.rb, GitLab 18. Then run: sudo --preserve-env=CLIENT_SECRET gitlab-ctl reconfigure
gitlab_rails['omniauth_allow_single_sign_on'] = ['openid_connect']
# True: an administrator of GitLab approves each new user.
gitlab_rails['omniauth_block_auto_created_users'] = true
gitlab_rails['omniauth_providers'] = [
  {
    name: 'openid_connect',
    label: 'Your organization',
    args: {
      name: 'openid_connect',
      issuer: '${baseUrl}',
      discovery: true,
      response_type: 'code',
      scope: [${BASIC_SCOPE.split(" ")
        .map((scope) => `'${scope}'`)
        .join(", ")}],
      uid_field: 'sub',
      pkce: true,
      client_auth_method: 'basic',
      client_options: {
        identifier: '${clientId}',
        secret: ENV['CLIENT_SECRET'],
        redirect_uri: '${redirectUri}',
        gitlab: { groups_attribute: 'groups' },
      },
    },
  },
]`;

const nextcloud = ({
  clientId,
  baseUrl,
}: GuideValues) => `# Nextcloud 29 to 34 with the app user_oidc 8.10, which uses PKCE without a setting
php occ app:install user_oidc
# The variable CLIENT_SECRET must be in the environment of occ. Roles of the app become groups.
php occ user_oidc:provider castellan \\
  --clientid="${clientId}" \\
  --clientsecret-env=CLIENT_SECRET \\
  --discoveryuri="${baseUrl}/.well-known/openid-configuration" \\
  --scope="${SCOPE}" \\
  --group-provisioning=1 \\
  --mapping-groups=app_roles
# The name, the e-mail address and the roles are in the user info.
php occ config:system:set user_oidc enrich_login_id_token_with_userinfo --type=boolean --value=true`;

const kubernetes = ({
  clientId,
  redirectUri,
  baseUrl,
}: GuideValues) => `# File of kube-apiserver --authentication-config, Kubernetes 1.34 and later${
  isInsecure(baseUrl)
    ? "\n# The API server accepts only an issuer with https, which this server does not have."
    : ""
}
apiVersion: apiserver.config.k8s.io/v1
kind: AuthenticationConfiguration
jwt:
  - issuer:
      url: "${baseUrl}"
      audiences: ["${clientId}"]
    claimMappings:
      username: { claim: sub, prefix: "castellan:" }
      groups: { claim: groups, prefix: "castellan:" }
---
# Permits the users with the role cluster-viewers to read.
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: castellan-viewers }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view }
subjects:
  - { apiGroup: rbac.authorization.k8s.io, kind: Group, name: "castellan:cluster-viewers" }
---
# kubeconfig of each user, for kubelogin 1.36 (kubectl krew install oidc-login)
apiVersion: v1
kind: Config
users:
  - name: castellan
    user:
      exec:
        apiVersion: client.authentication.k8s.io/v1
        interactiveMode: Never
        command: kubectl
        args:
          - oidc-login
          - get-token
          - "--oidc-issuer-url=${baseUrl}"
          - "--oidc-client-id=${clientId}"
          - --oidc-pkce-method=S256
          - --listen-address=127.0.0.1:8000
          - "--oidc-redirect-url=${redirectUri}"`;

const argocd = ({
  clientId,
  isPublic,
  appUrl,
  baseUrl,
}: GuideValues) => `# Argo CD 3.3 and later. Add these entries to your ConfigMaps.
${
  isPublic
    ? "# For argocd login --sso, the app also needs the redirect URI http://localhost:8085/auth/callback."
    : "# Store the secret as oidc.castellan.clientSecret in the Secret argocd-secret."
}
apiVersion: v1
kind: ConfigMap
metadata:
  name: argocd-cm
  namespace: argocd
  labels: { app.kubernetes.io/part-of: argocd }
data:
  url: "${appUrl}"
  oidc.config: |
    name: Your organization
    issuer: "${baseUrl}"
    clientID: "${clientId}"${isPublic ? "" : "\n    clientSecret: $oidc.castellan.clientSecret"}
    enablePKCEAuthentication: true
    requestedScopes: [${BASIC_SCOPE.split(" ").join(", ")}]
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: argocd-rbac-cm
  namespace: argocd
  labels: { app.kubernetes.io/part-of: argocd }
data:
  scopes: "[groups]"
  # Users with the role argocd-admins are administrators.
  policy.csv: |
    g, argocd-admins, role:admin`;

const oauth2Proxy = ({
  clientId,
  redirectUri,
  baseUrl,
}: GuideValues) => `# oauth2-proxy.cfg, oauth2-proxy 7.15
# The secrets are read from OAUTH2_PROXY_CLIENT_SECRET and OAUTH2_PROXY_COOKIE_SECRET.
provider = "oidc"
provider_display_name = "Your organization"
oidc_issuer_url = "${baseUrl}"
client_id = "${clientId}"
redirect_url = "${redirectUri}"
scope = "${SCOPE}"
code_challenge_method = "S256"
skip_provider_button = true
# Users whose e-mail address is not verified are refused.
email_domains = ["*"]
# To admit only some roles of the app, add allowed_groups = ["…"].
oidc_groups_claim = "app_roles"
upstreams = ["http://127.0.0.1:8080/"]
cookie_secure = ${!isInsecure(redirectUri)}`;

const server = { group: "products", kinds: ["confidential"] } as const satisfies Partial<Guide>;

/** Guides for products that accept OpenID Connect, and for gateways before apps that do not. */
export const productGuides: readonly Guide[] = [
  {
    ...server,
    id: "grafana",
    label: "Grafana",
    callback: "/login/generic_oauth",
    preset: "grafana",
    algorithms: null,
    scope: BASIC_SCOPE,
    syntax: "ini",
    code: grafana,
  },
  {
    ...server,
    id: "gitlab",
    label: "GitLab",
    callback: "/users/auth/openid_connect/callback",
    preset: "gitlab",
    algorithms: ["RS256", "PS256", "ES256"],
    scope: BASIC_SCOPE,
    syntax: "ruby",
    code: gitlab,
  },
  {
    ...server,
    id: "nextcloud",
    label: "Nextcloud",
    callback: "/apps/user_oidc/code",
    preset: null,
    algorithms: ["RS256", "ES256", "EdDSA"],
    scope: SCOPE,
    syntax: "sh",
    code: nextcloud,
  },
  {
    ...server,
    // kubelogin runs on the devices of users, where a secret would not be one.
    kinds: ["public"],
    id: "kubernetes",
    label: "Kubernetes",
    callback: "http://127.0.0.1:8000/callback",
    preset: "kubernetes",
    algorithms: ["RS256", "PS256", "ES256"],
    scope: "",
    syntax: "yaml",
    code: kubernetes,
  },
  {
    ...server,
    kinds: ["confidential", "public"],
    id: "argocd",
    label: "Argo CD",
    callback: "/auth/callback",
    preset: "argocd",
    algorithms: null,
    scope: BASIC_SCOPE,
    syntax: "yaml",
    code: argocd,
  },
  {
    ...server,
    id: "oauth2-proxy",
    label: "oauth2-proxy",
    callback: "/oauth2/callback",
    preset: null,
    algorithms: null,
    scope: SCOPE,
    syntax: "toml",
    code: oauth2Proxy,
  },
];
