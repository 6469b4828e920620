import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.validation.profiles.ErrorArgument;
import org.verapdf.pdfa.validation.profiles.RuleId;

/** A rule that a file breaks, with the first of the messages and the pages of all. */
final class Failure {
  /** Pages listed for one rule. */
  private static final int PAGES = 50;

  /** Characters of a message or of a value in it. Values are text of the file. */
  private static final int LENGTH = 400;

  /** Pages count from 0 in the path from the document to the object. */
  private static final Pattern PAGE = Pattern.compile("pages\\[(\\d{1,9})\\]");

  private final TestAssertion first;
  private final TreeSet<Integer> pages = new TreeSet<>();

  Failure(TestAssertion first) {
    this.first = first;
  }

  void addPlace(TestAssertion assertion) {
    Matcher page = PAGE.matcher(assertion.getLocation().getContext());
    if (page.find() && pages.size() < PAGES) pages.add(Integer.parseInt(page.group(1)) + 1);
  }

  String json(int count) {
    RuleId rule = first.getRuleId();
    StringBuilder json = new StringBuilder("{\"specification\":");
    json.append(Json.text(rule.getSpecification().getId()));
    json.append(",\"clause\":").append(Json.text(rule.getClause()));
    json.append(",\"test\":").append(rule.getTestNumber());
    json.append(",\"count\":").append(count);
    json.append(",\"requirement\":").append(Json.text(first.getMessage(), LENGTH));
    json.append(",\"message\":").append(Json.text(first.getErrorMessage(), LENGTH));
    json.append(",\"values\":").append(values());
    return json.append(",\"pages\":").append(pages).append('}').toString();
  }

  private String values() {
    List<ErrorArgument> arguments = first.getErrorArguments();
    StringBuilder json = new StringBuilder("{");
    String separator = "";
    for (ErrorArgument argument : arguments == null ? List.<ErrorArgument>of() : arguments) {
      String name = argument.getName() == null ? argument.getArgument() : argument.getName();
      json.append(separator).append(Json.text(name, LENGTH)).append(':');
      json.append(Json.text(argument.getArgumentValue(), LENGTH));
      separator = ",";
    }
    return json.append('}').toString();
  }
}
