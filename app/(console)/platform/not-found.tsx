import { NotThere } from "../_frame/not-there";
import { notThereTitle } from "../_frame/not-there-title";

export const generateMetadata = notThereTitle;

export default function NotFound() {
  return <NotThere />;
}
