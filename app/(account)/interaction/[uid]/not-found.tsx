import { Expired } from "./expired";

/** Page of a sign-in that does not exist, or whose organization is unknown. */
export default function UnknownSignIn() {
  return <Expired appearance={null} />;
}
