import { Expired } from "./expired";

/** Of a sign-in that nobody began, or that nothing is known of any more, not even whose it was. */
export default function UnknownSignIn() {
  return <Expired appearance={null} />;
}
