import java.io.File;
import java.util.LinkedHashMap;
import java.util.Map;
import org.verapdf.core.VeraPDFException;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.profiles.RuleId;

/** Validates one file against one flavour. */
final class Validation {
  /** Failed checks of one rule that are read for their pages. veraPDF counts all of them. */
  private static final int CHECKS_PER_RULE = 200;

  private Validation() {}

  /**
   * Returns the result as JSON.
   *
   * @param password null for none
   */
  static String run(File file, PDFAFlavour flavour, String password) throws VeraPDFException {
    try (PDFAParser parser = Foundries.defaultInstance().createParser(file, flavour, password);
        PDFAValidator validator =
            Foundries.defaultInstance().createValidator(flavour, CHECKS_PER_RULE, false, true, false)) {
      return describe(flavour, validator.validate(parser));
    } catch (java.io.IOException cannotClose) {
      throw new IllegalStateException(cannotClose);
    }
  }

  private static String describe(PDFAFlavour flavour, ValidationResult result) {
    Map<RuleId, Failure> failures = new LinkedHashMap<>();
    for (TestAssertion assertion : result.getTestAssertions()) {
      if (assertion.getStatus() != TestAssertion.Status.FAILED) continue;
      failures.computeIfAbsent(assertion.getRuleId(), rule -> new Failure(assertion)).addPlace(assertion);
    }
    StringBuilder json = new StringBuilder("{\"flavour\":").append(Json.text(flavour.getId()));
    json.append(",\"valid\":").append(result.isCompliant()).append(",\"failures\":[");
    String separator = "";
    for (Map.Entry<RuleId, Failure> entry : failures.entrySet()) {
      Integer count = result.getFailedChecks().get(entry.getKey());
      json.append(separator).append(entry.getValue().json(count == null ? 1 : count));
      separator = ",";
    }
    return json.append("]}").toString();
  }
}
