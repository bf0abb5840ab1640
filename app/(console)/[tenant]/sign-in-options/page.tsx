import { Words } from "@/app/_words/words";
import { areaTitle, consolePage } from "../../_frame/pages";
import { SignInOptionsForm } from "./sign-in-options";

export const generateMetadata = areaTitle("signInOptions");

export default consolePage("ManageSignInOptions", async (page) => {
  await page.prefetch(page.trpc.policies.signInOptions.queryOptions({}));
  return (
    <Words of="sign-in-options">
      <SignInOptionsForm />
    </Words>
  );
});
