import type { apps } from "@/db/tenant/apps";
import type { Row } from "@/server/kernel/operation/store";
import { defineRefusals } from "@/server/kernel/texts/define";

const refusals = defineRefusals("app", {
  signed_requests_need_key: {
    status: 400,
    text: "requireSignedRequests: needs an app that authenticates by signed JWTs (private_key_jwt).",
    field: "requireSignedRequests",
  },
  fapi_needs_key: {
    status: 400,
    text: "fapi: needs an app that authenticates by signed JWTs (private_key_jwt) or a certificate.",
    field: "fapi",
  },
  fapi_refuses_algorithm: {
    status: 400,
    text: "fapi: needs signatures by PS256, ES256 or EdDSA, not {algorithm}.",
    field: "fapi",
  },
  pairwise_refuses_device_flow: {
    status: 400,
    text: "pairwiseSubjects: cannot be used with the sign-in on another device.",
    field: "pairwiseSubjects",
  },
});

/** The settings of an app that depend on each other. */
type Features = Pick<
  Row<typeof apps>,
  | "clientType"
  | "authMethod"
  | "signingAlgorithm"
  | "allowDeviceFlow"
  | "requireSignedRequests"
  | "fapi"
  | "pairwiseSubjects"
>;

/** Throws (400) if a feature of the app lacks another setting that it needs. */
export function refuseFeatures(app: Features) {
  const isConfidential = app.clientType === "confidential";
  const hasKey = isConfidential && app.authMethod === "private_key_jwt";
  const hasNoSecret = isConfidential && app.authMethod !== "client_secret";
  if (app.requireSignedRequests && !hasKey) throw refusals.signed_requests_need_key();
  // FAPI 2.0 Security Profile §5.3.2.1 and §5.4.1.
  if (app.fapi && !hasNoSecret) throw refusals.fapi_needs_key();
  if (app.fapi && app.signingAlgorithm === "RS256")
    throw refusals.fapi_refuses_algorithm({ algorithm: app.signingAlgorithm });
  if (app.pairwiseSubjects && app.allowDeviceFlow) throw refusals.pairwise_refuses_device_flow();
}
