"""What MixedNB is made of, each part by itself: the model that a user would put together."""

from typing import Any, Self

from priory import CategoricalNB, GaussianNB


class MixedNB:
    """A CategoricalNB of the words and a GaussianNB of the numbers, whose scores are added."""

    def fit(self, X: Any, y: Any) -> Self:
        """Learn both parts."""
        numbers, words = self.divided(X)
        self.numbers, self.words = GaussianNB().fit(numbers, y), CategoricalNB().fit(words, y)
        self.classes_ = self.words.classes_
        return self

    def divided(self, X: Any) -> tuple[Any, Any]:
        """Return the columns of each part."""
        return X.select_dtypes("number"), X.select_dtypes(exclude="number")

    def predict_joint_log_proba(self, X: Any) -> Any:
        """Add the scores; the prior counts once."""
        numbers, words = self.divided(X)
        scores = self.numbers.predict_joint_log_proba(numbers) - self.numbers.class_log_prior_
        return scores + self.words.predict_joint_log_proba(words)

    def predict(self, X: Any) -> Any:
        """Return the label of the largest score."""
        return self.classes_[self.predict_joint_log_proba(X).argmax(axis=1)]
