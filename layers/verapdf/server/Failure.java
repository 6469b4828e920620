import java.util.LinkedHashSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.validation.profiles.RuleId;

/** A rule that a file breaks, with the first message, and the fonts and pages of all. */
final class Failure {
  /** Pages listed for one rule. */
  private static final int PAGES = 50;

  /** Characters of a message, which can quote the file. */
  private static final int LENGTH = 400;

  /** Pages count from 0 in the path from the document to the object. */
  private static final Pattern PAGE = Pattern.compile("pages\\[(\\d{1,9})\\]");

  /** Fonts listed for one rule. */
  private static final int FONTS = 5;

  private static final Pattern FONT = Pattern.compile("/font\\[\\d{1,9}\\]\\(([^()/]{1,127})\\)");

  private final TestAssertion first;
  private final TreeSet<Integer> pages = new TreeSet<>();
  private final LinkedHashSet<String> fonts = new LinkedHashSet<>();

  Failure(TestAssertion first) {
    this.first = first;
  }

  void addPlace(TestAssertion assertion) {
    String path = assertion.getLocation().getContext();
    Matcher page = PAGE.matcher(path);
    if (page.find() && pages.size() < PAGES) pages.add(Integer.parseInt(page.group(1)) + 1);
    Matcher font = FONT.matcher(path);
    if (font.find() && fonts.size() < FONTS) fonts.add(font.group(1));
  }

  String json(int count) {
    RuleId rule = first.getRuleId();
    StringBuilder json = new StringBuilder("{\"specification\":");
    json.append(Json.text(rule.getSpecification().getId()));
    json.append(",\"clause\":").append(Json.text(rule.getClause()));
    json.append(",\"test\":").append(rule.getTestNumber());
    json.append(",\"count\":").append(count);
    json.append(",\"message\":").append(Json.text(first.getErrorMessage(), LENGTH));
    json.append(",\"fonts\":[");
    json.append(fonts.stream().map(Json::text).collect(Collectors.joining(",")));
    return json.append("],\"pages\":").append(pages).append('}').toString();
  }
}
